"""Live events on their way to listeners: woken by the bell, read once, told as they come."""
