"""What anybody may read, kept ready in each process, and word between them that it changed."""
