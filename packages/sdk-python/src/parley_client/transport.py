"""HTTP for the client: requests, retries, event streams. Only the standard library is used."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Iterator

#: Statuses that may pass in a moment; 0 is a connection that failed.
PASSING = frozenset({0, 429, 502, 503, 504})
FIRST_DELAY_SECONDS = 0.25
MAX_DELAY_SECONDS = 30.0
#: Pauses before each attempt to continue a stream that broke. An event that arrives begins them anew.
RESUME_DELAYS_SECONDS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


class Unset:
    """The type of UNSET, the value of an argument that is not sent. None is sent as null."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


class ParleyError(Exception):
    """A call that failed, with the sentence of the service.

    `status` is the HTTP status, or 0 when no reply came. `code` is the code of the service, such as `not_found`.
    """

    def __init__(
        self, message: str, status: int = 0, code: str | None = None, retry_after_seconds: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after_seconds = retry_after_seconds


class Transport:
    """Sends requests to the paths below one base URL."""

    def __init__(self, origin: str, api_key: str | None, retries: int, timeout_seconds: float) -> None:
        self.base_url = origin.rstrip("/") + "/api"
        self.api_key = api_key
        self.retries = retries
        self.timeout_seconds = timeout_seconds

    def call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        is_repeatable: bool = True,
        kind: str = "data",
    ) -> Any:
        """Returns what the envelope of the reply holds. Raises ParleyError."""
        sent = dict(headers or {})
        if method == "POST" and is_repeatable and self.retries > 0:
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        repetition = 0
        while True:
            try:
                with self.open(method, path, query=query, body=body, headers=sent) as reply:
                    return _unwrap(_read(reply), kind)
            except ParleyError as error:
                delay = _delay_before(repetition, error)
                if not is_repeatable or delay is None or repetition >= self.retries:
                    raise
                time.sleep(delay)
                repetition += 1

    def stream(self, method: str, path: str, *, body: dict[str, Any] | None, query: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
        """Yields events; the last one is `{"type": "message", "message": …}`. A stream that breaks is continued."""
        run_id: str | None = None
        last_id: str | None = None
        failures = 0
        request: dict[str, Any] = {"method": method, "path": path, "query": query, "body": body, "headers": {}}
        while True:
            try:
                for name, event_id, data in self._frames(request):
                    if name == "error":
                        raise ParleyError(str(data.get("message", "The stream failed.")), 200, data.get("code"))
                    if name == "message":
                        yield {"type": "message", "message": data.get("data", {})}
                        return
                    if event_id is not None:
                        last_id, failures = event_id, 0
                    if name == "run" and event_id is not None:
                        run_id = data.get("run_id")
                    yield {**data, **({"id": event_id} if event_id is not None else {})}
                raise ParleyError("The stream ended before the answer was complete.")
            except ParleyError as error:
                can_resume = run_id is not None and last_id is not None and error.status in PASSING
                if not can_resume or failures >= len(RESUME_DELAYS_SECONDS):
                    raise
            time.sleep(RESUME_DELAYS_SECONDS[failures])
            failures += 1
            headers = {"Last-Event-ID": str(last_id)}
            request = {"method": "GET", "path": f"/chat/run/{run_id}/events", "query": None, "body": None, "headers": headers}

    def _frames(self, request: dict[str, Any]) -> Iterator[tuple[str, str | None, dict[str, Any]]]:
        headers = {**request["headers"], "Accept": "text/event-stream"}
        with self.open(**{**request, "headers": headers}) as reply:
            fields: dict[str, str] = {}
            while True:
                try:
                    line = reply.readline()
                except OSError as cause:
                    raise ParleyError("The connection broke before the answer was complete.") from cause
                if line == b"":
                    return
                text = line.decode("utf-8").rstrip("\r\n")
                if text == "" and "data" in fields:
                    yield fields.get("event", "message"), fields.get("id"), json.loads(fields["data"])
                if text == "":
                    fields = {}
                elif not text.startswith(":"):
                    name, _, value = text.partition(":")
                    fields[name] = value.removeprefix(" ")

    def open(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Sends one request and returns the open reply. Raises ParleyError unless it succeeds."""
        wanted = {key: value for key, value in (query or {}).items() if value is not UNSET}
        target = f"{self.base_url}{path}" + (f"?{urllib.parse.urlencode(wanted)}" if wanted else "")
        sent = dict(headers or {})
        data: bytes | None = body if isinstance(body, bytes) else None
        if isinstance(body, dict):
            kept = {key: value for key, value in body.items() if value is not UNSET}
            data = json.dumps(kept).encode("utf-8")
            sent["Content-Type"] = "application/json"
        if self.api_key is not None:
            sent["Authorization"] = f"Bearer {self.api_key}"
        request = urllib.request.Request(target, data=data, headers=sent, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self.timeout_seconds)
        except urllib.error.HTTPError as failure:
            raise _failure_of(failure) from failure
        except OSError as cause:
            raise ParleyError(f"The service at {self.base_url} did not answer.") from cause


def fill_path(path: str, **values: Any) -> str:
    """Puts ids into the placeholders of a path."""
    return re.sub(r"\{(\w+)\}", lambda part: urllib.parse.quote(str(values[part[1]]), safe=""), path)


def _read(reply: Any) -> Any:
    try:
        return json.loads(reply.read())
    except OSError as cause:
        raise ParleyError("The connection broke before the reply was complete.") from cause
    except ValueError as cause:
        raise ParleyError("The service answered in a form this client does not know.", reply.status) from cause


def _unwrap(envelope: Any, kind: str) -> Any:
    if not isinstance(envelope, dict) or envelope.get("status") != "ok":
        raise ParleyError("The service answered in a form this client does not know.", 200)
    return envelope.get("data", {}) if kind == "data" else {key: envelope[key] for key in envelope if key != "status"}


def _failure_of(failure: urllib.error.HTTPError) -> ParleyError:
    try:
        message = str(json.loads(failure.read())["message"])
    except (OSError, ValueError, KeyError, TypeError):
        message = f"The service answered with status {failure.code}."
    pause = failure.headers.get("Retry-After")
    return ParleyError(
        message,
        failure.code,
        failure.headers.get("X-Error-Code"),
        float(pause) if pause is not None and pause.isdigit() else None,
    )


def _delay_before(repetition: int, error: ParleyError) -> float | None:
    """Seconds before the next repetition; None when there is none."""
    # A repetition whose first call is still under way gets 409.
    is_own_conflict = repetition > 0 and error.status == 409
    if error.status not in PASSING and not is_own_conflict:
        return None
    wanted = error.retry_after_seconds or 0.0
    return None if wanted > MAX_DELAY_SECONDS else max(wanted, FIRST_DELAY_SECONDS * 2**repetition)
