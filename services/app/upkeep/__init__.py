"""What operators do to a platform as a whole: look after it, back it up, move it."""
