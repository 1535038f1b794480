"""Wires to the broker that can be cut: each a small TCP proxy of its own.

with Network(url) as network:
    wire = network.wire("match-worker")
    wire.url            # goes to the broker by this wire
    wire.reset()        # every connection breaks off at once
    wire.fall_silent()  # what is sent from now on arrives nowhere, and nobody is told
    wire.speak()        # new connections pass again; those that were silent break off
"""

import asyncio
import socket
import struct
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

_BLOCK = 65536
_AT_ONCE = struct.pack("ii", 1, 0)


class Wire:
    """One wire; the network's thread alone touches its connections."""

    def __init__(self, loop: asyncio.AbstractEventLoop, url: str) -> None:
        self._loop = loop
        self._target = urlsplit(url)
        self._ends: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self._port = 0

    @property
    def url(self) -> str:
        """The broker's URL by way of this wire."""
        login = f"{self._target.username}:{self._target.password}"
        return self._target._replace(netloc=f"{login}@127.0.0.1:{self._port}").geturl()

    def reset(self) -> None:
        self._in_loop(self._break_off())

    def fall_silent(self) -> None:
        self._in_loop(self._set_silent(True))

    def speak(self) -> None:
        self._in_loop(self._set_silent(False))

    async def listen(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await self._open.wait()
            host, port = self._target.hostname, self._target.port
            far_reader, far_writer = await asyncio.open_connection(host, port)
            self._ends |= {writer, far_writer}
            passing = self._pass(reader, far_writer), self._pass(far_reader, writer)
            await asyncio.gather(*passing, return_exceptions=True)
            self._ends -= {writer, far_writer}
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while block := await reader.read(_BLOCK):
                await self._open.wait()
                writer.write(block)
                await writer.drain()
        finally:
            writer.close()

    async def _set_silent(self, silent: bool) -> None:
        if silent:
            self._open.clear()
        else:
            # What was sent into the silence is lost, as it is when a route changes.
            await self._break_off()
            self._open.set()

    async def _break_off(self) -> None:
        for writer in list(self._ends):
            ours = writer.get_extra_info("socket")
            if ours is not None and ours.fileno() >= 0:
                ours.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            writer.transport.abort()

    def _in_loop(self, step: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(step, self._loop).result(timeout=10)


class Network:
    """All wires to one broker, and the thread that carries what passes over them."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.wires: dict[str, Wire] = {}

    def __enter__(self) -> "Network":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)

    def wire(self, name: str) -> Wire:
        """A new wire to the broker."""
        wire = Wire(self._loop, self._url)
        asyncio.run_coroutine_threadsafe(wire.listen(), self._loop).result(timeout=10)
        self.wires[name] = wire
        return wire
