"""What the scheduler does, one module a subject."""
