"""The parts of the ladder's bench: a full database, the service, clients, bare statements."""
