"""What the ladder does, one module a subject."""
