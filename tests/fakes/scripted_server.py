"""An HTTP server on the loopback address that answers what it is told to, in order.

    with ScriptedServer([said("{}"), Reply(status=429, headers={"Retry-After": "7"})]) as server:
        ... talk to server.url ...
    assert server.requests[0].body["model"] == "small"

The last reply is repeated for every further request.
"""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What one request is answered with.

    Attributes:
        body: Sent as JSON, or as it is where it is bytes.
        hangs: Nothing is ever sent; the connection stays open until the server stops.
    """

    status: int = 200
    body: object = field(default_factory=dict[str, object])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    hangs: bool = False


HANG = Reply(hangs=True)


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Any


def message(content: str | None, *, finish: str = "stop", **fields: object) -> Reply:
    """A chat completion: 100 tokens read, 10 written."""
    return completion({"content": content, **fields}, finish)


def completion(said: Mapping[str, object], finish: str = "stop") -> Reply:
    """A chat completion around what the assistant said: `content`, `tool_calls` and the like."""
    choice = {"index": 0, "message": {"role": "assistant", **said}, "finish_reason": finish}
    return Reply(
        body={
            "id": "scripted",
            "object": "chat.completion",
            "created": 1,
            "model": "scripted",
            "choices": [choice],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }
    )


def tool_call(arguments: str) -> Reply:
    """A chat completion that calls a tool instead of answering in text."""
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "answer", "arguments": arguments},
    }
    return message(None, finish="tool_calls", tool_calls=[call])


class ScriptedServer:
    """Serves while it is entered.

    Args:
        holds: Answers nobody before so many requests are under way at once.

    Attributes:
        requests: What came, in order of arrival.
        most_at_once: Highest number of requests that were under way together.
    """

    def __init__(self, replies: Sequence[Reply], *, holds: int = 1) -> None:
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._under_way = 0
        self._gate = threading.Barrier(holds)
        self._replies = list(replies)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.002,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def answer(self, request: Request) -> Reply:
        """Note the request and return the reply whose turn it is."""
        with self._lock:
            self.requests.append(request)
            reply = self._replies[min(len(self.requests), len(self._replies)) - 1]
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
        self._gate.wait(10)
        with self._lock:
            self._under_way -= 1
        return reply

    def wait_until_stopped(self) -> None:
        self._stopping.wait()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one write a reply: two would wait for each other 40 ms

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                reply = server.answer(Request(self.path, headers, json.loads(raw or b"null")))
                if reply.hangs:
                    server.wait_until_stopped()
                    self.close_connection = True
                    return
                self._send(reply)

            def _send(self, reply: Reply) -> None:
                is_raw = isinstance(reply.body, bytes)
                data = reply.body if is_raw else json.dumps(reply.body).encode()
                assert isinstance(data, bytes)
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if "Content-Type" not in reply.headers:
                    self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler
