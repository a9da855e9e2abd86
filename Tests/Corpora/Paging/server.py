"""A server on loopback that gives prepared answers in order and keeps the requests."""
import json
import socket
import threading
import urllib.parse


class Answer:
    """A status, header fields and a body: a value for JSON, or None."""

    def __init__(self, body, status=200, headers=None):
        self.body, self.status, self.headers = body, status, headers or {}

    def bytes(self):
        body = b"" if self.body is None else json.dumps(self.body).encode()
        lines = [f"HTTP/1.1 {self.status} Status", f"Content-Length: {len(body)}"]
        if self.body is not None:
            lines.append("Content-Type: application/json")
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join(lines + ["", ""]).encode(), body


class Request:
    """The parts of a request in which two clients have to agree."""

    HEADERS = ("x-amz-target",)

    def __init__(self, line, fields, body, names):
        method, target, _ = line.split(" ", 2)
        path, _, query = target.partition("?")
        self.parts = {
            "method": method, "path": urllib.parse.unquote(path),
            "query": sorted(urllib.parse.parse_qsl(query, keep_blank_values=True)),
            "headers": {name: fields[name] for name in (*self.HEADERS, *names) if name in fields},
            # No body and an empty map say the same.
            "body": json.loads(body) if body.strip() else {}}

    def __eq__(self, other):
        return self.parts == other.parts

    def __repr__(self):
        return json.dumps(self.parts, ensure_ascii=False)


class Server:
    """After the last answer, the last one is repeated."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.url = "http://127.0.0.1:%d" % self.socket.getsockname()[1]
        self.begin([], ())
        threading.Thread(target=self.serve, daemon=True).start()

    def begin(self, answers, names):
        """Starts a conversation. `names` are further header fields to keep."""
        self.answers, self.requests = answers, []
        self.names = tuple(name.lower() for name in names)

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.converse, args=(connection,), daemon=True).start()

    def converse(self, connection):
        try:
            with connection, connection.makefile("rb") as stream:
                while line := stream.readline().decode("latin-1").rstrip("\r\n"):
                    fields = {}
                    while field := stream.readline().decode("latin-1").rstrip("\r\n"):
                        name, _, value = field.partition(":")
                        fields[name.lower()] = value.strip()
                    body = stream.read(int(fields.get("content-length", 0)))
                    connection.sendall(self.respond(line, fields, body))
        except OSError:
            pass

    def respond(self, line, fields, body):
        answer = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append(Request(line, fields, body, self.names))
        head, content = answer.bytes()
        return head + (b"" if line.startswith("HEAD ") else content)
