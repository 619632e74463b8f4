#!/usr/bin/env python3
"""Asks rt-helper about a terminal: rt_helper.py [--watch] TTY

One file, standard library only: copy it. The terminal is named by a descriptor
that goes with the request, opened with O_PATH, which touches nobody.
"""
import json
import os
import socket
import struct
import sys

SOCKET = os.environ.get("RT_HELPER_SOCKET", "/run/rt-helper/helper.sock")
INTERFACE = "io.rthelper.Terminal"


class Refused(Exception):
    """The service's error: its name, and a sentence for a person."""


class Client:
    def __init__(self, path=SOCKET, timeout=3.0):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(timeout)
        self.sock.connect(path)
        cred = self.sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        if struct.unpack("3i", cred)[1] not in (0, os.getuid()):
            raise Refused("the server is neither root nor you")
        self.rest = b""

    def _message(self):
        while b"\0" not in self.rest:
            part = self.sock.recv(65536)
            if not part:
                raise EOFError("the service ended the connection")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        reply = json.loads(text)
        if "error" in reply:
            raise Refused(reply["error"], reply.get("parameters", {}).get("message", ""))
        return reply

    def _send(self, method, fd, parameters, more=False):
        request = {"method": INTERFACE + "." + method, "parameters": dict(parameters, descriptor=0)}
        if more:
            request["more"] = True
        socket.send_fds(self.sock, [json.dumps(request).encode() + b"\0"], [fd])

    def query(self, fd, **parameters):
        """The answer about the terminal of a descriptor: a master, or a slave opened with O_PATH."""
        self._send("Query", fd, parameters)
        return self._message()["parameters"]["answer"]

    def watch(self, fd, **parameters):
        """Answers, one for each change. until=["!running"], timeout_ms=..., after=wait."""
        self._send("Watch", fd, parameters, more=True)
        self.sock.settimeout(None)
        while True:
            reply = self._message()
            yield reply["parameters"]["answer"]
            if not reply.get("continues"):
                return


def main(args):
    watch = "--watch" in args
    names = [a for a in args if a != "--watch"]
    if len(names) != 1 or names[0].startswith("-"):
        sys.exit("usage: rt_helper.py [--watch] TTY")
    fd = os.open(names[0], os.O_PATH)
    client = Client()
    for answer in client.watch(fd) if watch else [client.query(fd)]:
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
