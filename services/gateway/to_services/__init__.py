"""What goes on to the other services: operators' acts, and what the gateway asks by itself."""
