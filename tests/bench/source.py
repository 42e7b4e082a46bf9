# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The server behind the relay, and the same one without it: source.py PORT (0: a free one). Prints its port.

GET /bulk/N    N bytes in one body
GET /lines/N   N lines of an event stream, 200 bytes each, each sent by itself
POST /count    reads the body and tells its length
"""
import socket
import sys
import threading


def serve(connection):
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    _, kind, *count = head.split(b" ")[1].decode().split("/")
    if kind == "bulk":
        left = int(count[0])
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % left)
        block = b"x" * (256 << 10)
        while left > 0:
            connection.sendall(block[:left])
            left -= min(left, len(block))
    elif kind == "lines":
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n")
        line = b"data: " + b"x" * 192 + b"\n\n"
        for _ in range(int(count[0])):
            connection.sendall(line)
    else:
        length = int(next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")).split(b":")[1])
        got = len(rest)
        buffer = bytearray(256 << 10)
        while got < length:
            more = connection.recv_into(buffer)
            if not more:
                return
            got += more
        body = b"%d" % got
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    connection.close()


server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print(server.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
