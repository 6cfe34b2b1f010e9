"""The client of one Parley service."""

from __future__ import annotations

import os
import uuid
from typing import Any

from . import operations
from .transport import ParleyError, Transport


class Chat(operations.Chat):
    """Questions to agents and models."""

    def query_in_background(self, *, session_id: str, query: str) -> dict[str, Any]:
        """Asks the agent of a session and returns the run as soon as it has begun. `run.follow` gives its answer."""
        body = {"session_id": session_id, "query": query}
        return self._transport.call("POST", "/chat/query", body=body, headers={"Prefer": "respond-async"})


class DataSource(operations.DataSource):
    """Files, databases and APIs that agents query."""

    def upload(self, path: str, *, name: str | None = None, description: str | None = None) -> dict[str, Any]:
        """Connects a file as a data source. The whole file is held in memory while it is sent."""
        boundary = uuid.uuid4().hex
        fields = {"name": name, "description": description}
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
            if value is not None
        ]
        file_name = os.path.basename(path).replace('"', "%22")
        heading = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{file_name}"\r\n\r\n'
        with open(path, "rb") as file:
            body = b"".join([*parts, heading.encode(), file.read(), f"\r\n--{boundary}--\r\n".encode()])
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        with self._transport.open("POST", "/data_source", body=body, headers=headers) as reply:
            return operations.read_data(reply)

    def export(self, *, sql: str) -> bytes:
        """Returns the whole result of a statement as CSV. Raises ParleyError when the result is cut off."""
        with self._transport.open("POST", "/data_source/export", body={"sql": sql}) as reply:
            return operations.read_bytes(reply)


class Artifact:
    """Files that tools made."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def read(self, path: str) -> bytes:
        """Returns a file that an answer names in `artifacts`."""
        with self._transport.open("GET", f"/{path.removeprefix('/')}") as reply:
            return operations.read_bytes(reply)


class Parley(operations.Operations):
    """A client for the REST interface of one Parley service.

    >>> parley = Parley("http://127.0.0.1:3000", api_key="prl_…")  # doctest: +SKIP
    >>> parley.chat.query(session_id="…", query="How many?")["content"]  # doctest: +SKIP

    Calls that failed for a moment are sent again `retries` times, a POST under one idempotency key.
    """

    def __init__(
        self, origin: str, api_key: str | None = None, *, retries: int = 2, timeout_seconds: float = 900.0
    ) -> None:
        transport = Transport(origin, api_key, retries, timeout_seconds)
        super().__init__(transport)
        self.artifact = Artifact(transport)
        self.chat = Chat(transport)
        self.data_source = DataSource(transport)


__all__ = ["Parley", "ParleyError"]
