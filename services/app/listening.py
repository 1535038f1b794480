"""Whether an address can be listened on, before anything heavy is started for it."""

import socket


class PortInUse(Exception):
    """Somebody else listens there, or nobody can."""


def check_port(host: str, port: int) -> None:
    """Bind for a moment; raises `PortInUse` with the system's reason."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortInUse(f"{bracketed(host)}:{port}: {error.strerror}") from error


def bracketed(host: str) -> str:
    """A host as it stands in front of a port, an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host
