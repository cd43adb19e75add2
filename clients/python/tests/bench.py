"""What the tests share: a client of the running gateway, behind a connection that fails on request."""

import http.client
import io
import os
import urllib.error
import urllib.request
import uuid
from email.message import Message

from lyceum_client import Lyceum


class FaultyOpener:
    """Sends requests, except those with a fate: "lost", "answer-lost", or a response of another server."""

    def __init__(self):
        self.fates = []
        self.sent = []

    def open(self, request, timeout):
        self.sent.append(request)
        fate = self.fates.pop(0) if self.fates else None
        if fate == "lost":
            raise urllib.error.URLError(ConnectionRefusedError("refused"))
        if isinstance(fate, tuple):
            status, headers, body = fate
            message = Message()
            for name, value in headers.items():
                message[name] = value
            raise urllib.error.HTTPError(request.full_url, status, "", message, io.BytesIO(body))
        answer = urllib.request.urlopen(request, timeout=timeout)
        if fate == "answer-lost":
            answer.close()
            raise http.client.RemoteDisconnected("gone")
        return answer


class Bench:
    """A client, what it sent, and what it waited."""

    def __init__(self, **options):
        self.opener = FaultyOpener()
        self.waits = []
        given = {
            "base_url": os.environ["LYCEUM_URL"],
            "client_id": os.environ["LYCEUM_CLIENT_ID"],
            "client_secret": os.environ["LYCEUM_CLIENT_SECRET"],
            "opener": self.opener,
            "sleep": self.waits.append,
            **options,
        }
        self.lyceum = Lyceum(**given)

    @property
    def keys(self):
        return [request.get_header("Idempotency-key") for request in self.opener.sent]


def new_user():
    """What makes a user whom nobody has made yet."""
    return {"email": f"{uuid.uuid4()}@example.org", "name": "Ada"}
