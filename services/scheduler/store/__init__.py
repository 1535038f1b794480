"""Rows and domain values: the only place that turns one into the other."""
