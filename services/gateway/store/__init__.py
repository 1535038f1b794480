"""The only place that maps rows to the domain's values and back."""
