"""What a page asked for, what the server sent it, and what broke in it."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, WebSocket

OWN = {"127.0.0.1", "localhost"}
_INSIDE = {"about", "blob", "data"}
"""Schemes that reach no host."""


@dataclass
class Watch:
    """Everything that passed between one page and the world."""

    asked: list[str] = field(default_factory=list, repr=False)
    """The address of each request, those of WebSockets too."""
    received: list[bytes] = field(default_factory=list, repr=False)
    """Each message that came over a WebSocket."""
    broken: list[str] = field(default_factory=list)
    """Errors that nothing in the page caught."""

    @classmethod
    def over(cls, page: Page) -> "Watch":
        """Watch a page from now on."""
        watch = cls()
        page.on("request", watch._request)
        page.on("websocket", watch._socket)
        page.on("pageerror", lambda error: watch.broken.append(str(error)))
        return watch

    def foreign(self, *ports: int) -> list[str]:
        """Return the requests to another host, or to another port of this machine than these."""
        return [address for address in self.asked if not _is_own(address, ports)]

    def was_sent(self, text: str) -> bool:
        """Tell whether a text stood in any message from the server."""
        wanted = text.encode()
        return any(wanted in message for message in self.received)

    def _request(self, request: Request) -> None:
        self.asked.append(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)
        socket.on("framereceived", self._frame)

    def _frame(self, message: str | bytes) -> None:
        self.received.append(message.encode() if isinstance(message, str) else message)


def _is_own(address: str, ports: tuple[int, ...]) -> bool:
    parts = urlsplit(address)
    return parts.scheme in _INSIDE or (parts.hostname in OWN and parts.port in ports)
