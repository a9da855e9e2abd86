"""A server on loopback that sends the bytes it is told, by path."""
import socket
import threading


class Server:
    """Responds with the replies of a case; a path without one gets a 404."""

    def __init__(self):
        self.case = None
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def begin_case(self, case):
        self.case = case

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        try:
            with connection, connection.makefile("rb") as lines:
                while True:
                    line = lines.readline()
                    if not line:
                        return
                    length = 0
                    while (field := lines.readline()) not in (b"\r\n", b""):
                        if field.lower().startswith(b"content-length:"):
                            length = int(field.split(b":")[1])
                    lines.read(length)
                    target = line.split()[1].decode()
                    reply = self.case.reply(target)
                    if reply is None:
                        connection.sendall(
                            b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                        continue
                    connection.sendall(reply.bytes)
                    if reply.closes:
                        return
        except OSError:
            pass
