"""What goes in and out of the gateway's own endpoints, one module a subject."""
