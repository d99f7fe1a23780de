"""An OpenID Connect provider on this machine: it signs in whoever comes as one person."""

import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri", "end_session_endpoint")
"""Each is served under its name."""


class IdentityProvider(ThreadingHTTPServer):
    """Asks for no password; its tokens are signed as a real provider's are."""

    def __init__(self, email: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.key = RSAKey.generate_key(parameters={"use": "sig", "alg": "RS256"}, auto_kid=True)
        self._email = email
        self._requests: dict[str, dict[str, str]] = {}

    def code_for(self, request: dict[str, str]) -> str:
        """Return a code that is good for one token."""
        code = secrets.token_urlsafe()
        self._requests[code] = request
        return code

    def token_for(self, code: str) -> str:
        """Return the signed token that says who signed in."""
        request, now = self._requests.pop(code), int(time.time())
        who = {"sub": "1", "email": self._email}
        between = {"iss": self.url, "aud": request["client_id"], "nonce": request["nonce"]}
        claims = {**who, **between, "iat": now, "exp": now + 600}
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: IdentityProvider

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        asked = dict(parse_qsl(address.query))
        if address.path == "/authorization_endpoint":
            answer = {"code": self.server.code_for(asked), "state": asked["state"]}
            self._send_on(f"{asked['redirect_uri']}?{urlencode(answer)}")
        elif address.path == "/end_session_endpoint":
            self._send_on(asked["post_logout_redirect_uri"])
        elif address.path == "/jwks_uri":
            self._say({"keys": [self.server.key.as_dict(private=False)]})
        else:
            places = {name: f"{self.server.url}/{name}" for name in ENDPOINTS}
            self._say({"issuer": self.server.url, **places})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        token = self.server.token_for(dict(parse_qsl(body))["code"])
        self._say({"access_token": "opens nothing", "token_type": "Bearer", "id_token": token})

    def _say(self, document: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def _send_on(self, address: str) -> None:
        self.send_response(302)
        self.send_header("Location", address)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""
