"""What the edge holds against everybody: limits, maintenance, what may pass, what is noted."""
