"""A network that can be cut."""

import socket
import threading
from urllib.parse import urlsplit


class Network:
    """A way to the program that can be cut: then nothing listens, and open connections are gone.

    The next answer to a POST can be changed by a function of its bytes, which returns what comes of them.
    """

    def __init__(self, address):
        self.target = (urlsplit(address).hostname, urlsplit(address).port)
        self.port = 0
        self.listener = None
        self.sockets = []
        self.lock = threading.Lock()
        self.change = None
        self.join()
        self.address = f"http://127.0.0.1:{self.port}"

    def join(self):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        listener.listen(64)
        self.listener = listener
        threading.Thread(target=self._accept, args=[self.listener], daemon=True).start()

    def cut(self):
        with self.lock:
            sockets, self.sockets = [self.listener, *self.sockets], []
            self.listener = None
        for each in filter(None, sockets):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # The other end is gone already.
            each.close()

    def _accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(self.target)
            except OSError:
                return
            with self.lock:
                # It was cut while this connection was made.
                if self.listener is not listener:
                    near.close()
                    far.close()
                    return
                self.sockets += [near, far]
            methods = [b""]
            for source, sink in [(near, far), (far, near)]:
                threading.Thread(
                    target=self._pass_on, args=[source, sink, source is near, methods], daemon=True).start()

    def _pass_on(self, source, sink, is_request, methods):
        try:
            while data := source.recv(65_536):
                method = data.split(b" ", 1)[0]
                if is_request and method in [b"GET", b"POST"]:
                    methods.append(method)
                if not is_request and methods[-1] == b"POST" and self.change:
                    change, self.change = self.change, None
                    changed = change(data)
                    if changed != data:
                        sink.sendall(changed)
                        sink.shutdown(socket.SHUT_RDWR)
                        return
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The connection was cut.
