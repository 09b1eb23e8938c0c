"""The program under test, on data of its own."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.parse
import urllib.request

# Only a program that hangs takes as long.
LIMIT_SECONDS = 120


class Program:
    """A running server with some sample items, and requests to it as a script makes them."""

    def __init__(self, items, *options):
        """Options are further ones of `seed`."""
        path = os.environ.get("HOMEOWNER")
        if not path:
            raise RuntimeError("HOMEOWNER has to name the program: run `make test-browser`.")
        self.folder = tempfile.mkdtemp(prefix="homeowner-browser-")
        data = os.path.join(self.folder, "data")
        if items:
            subprocess.run([path, "seed", "--items", str(items), "--data", data, *options], check=True,
                           stdout=subprocess.DEVNULL, timeout=LIMIT_SECONDS)
        self.process = subprocess.Popen(
            [path, "serve", "--port", "0", "--data", data, "--shop-name", "Corner Shop"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = self._announced_address()
        # Nobody reads the log, and a full pipe would stop the server.
        self.log = subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def _announced_address(self):
        """The address that the server tells as soon as it listens."""
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Homeowner is at " in line:
                return line.split("Homeowner is at ")[1].split(",")[0].rstrip("/")
        raise RuntimeError("The program has ended: " + "".join(lines))

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT_SECONDS)
        self.log.wait(LIMIT_SECONDS)
        shutil.rmtree(self.folder)

    def get(self, path):
        """A document as JSON."""
        with _opener.open(self.address + path, timeout=LIMIT_SECONDS) as answer:
            return json.load(answer)

    def post(self, path, **fields):
        """Posts a form. Returns the record."""
        request = urllib.request.Request(
            self.address + path, data=urllib.parse.urlencode(fields).encode(),
            headers={"Accept": "application/json"})
        with _opener.open(request, timeout=LIMIT_SECONDS) as answer:
            return json.load(answer)

    def names(self, query=""):
        """The names of the items, in their order."""
        return [item["itemName"] for item in self.get("/items.json" + query)["records"]]


# The server is on this machine, whatever stands between it and others.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
