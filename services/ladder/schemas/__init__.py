"""What goes in and out of the ladder's endpoints, one module a subject."""
