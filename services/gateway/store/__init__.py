"""Between rows and values: the only place that knows both."""
