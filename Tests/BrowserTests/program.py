"""The program under test, with its own data."""

import json
import os
import shutil
import struct
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

# Only a hanging program takes this long.
LIMIT_SECONDS = 600

# The program searches its templates in the current folder.
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Program:
    """A running server with some sample items, and requests to it as a script makes them.

    Options are further ones of `seed`; `photos` is the number of photos of each place, by name;
    `people` are the passwords of people, by name; `serve` are options of `serve`.
    """

    def __init__(self, items, *options, photos=None, people=None, serve=()):
        path = os.environ.get("HOMEOWNER")
        if not path:
            raise RuntimeError("HOMEOWNER has to name the program: run `make test-browser`.")
        self.folder = tempfile.mkdtemp(prefix="homeowner-browser-")
        data = os.path.join(self.folder, "data")
        # The photos that `seed` draws are in the data directory.
        self.photos = os.path.join(data if "--photographs" in options else self.folder, "photos")
        os.makedirs(self.photos)
        for place, count in (photos or {}).items():
            for number in range(1, count + 1):
                self.add_photo(place, f"{number:03}.png", number)
        if items:
            subprocess.run([path, "seed", "--items", str(items), "--data", data, *options], check=True,
                           stdout=subprocess.DEVNULL, timeout=LIMIT_SECONDS)
        for name, password in (people or {}).items():
            subprocess.run([path, "user", "add", name, "--data", data], input=password + "\n", text=True,
                           check=True, stdout=subprocess.DEVNULL, timeout=LIMIT_SECONDS)
        self.process = subprocess.Popen(
            [path, "serve", "--port", "0", "--data", data, "--photos", self.photos,
             "--shop-name", "Corner Shop", *serve],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=PACKAGE)
        self.address = self._announced_address()
        # The log is not read, and a full pipe would stop the server.
        self.log = subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def _announced_address(self):
        """The address that the server prints once it listens."""
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

    def add_photo(self, place, name, seed=1):
        """Puts a photo of one color into the folder of a place."""
        folder = os.path.join(self.photos, place)
        os.makedirs(folder, exist_ok=True)
        colour = bytes(40 + seed * factor % 200 for factor in (37, 91, 153))
        with open(os.path.join(folder, name), "wb") as file:
            file.write(picture(colour, 480, 320))

    def place(self, name, count):
        """The number of a place, once a number of its photos have been read."""
        for _ in range(LIMIT_SECONDS * 10):
            for place in self.get("/places.json?perPage=200")["records"]:
                if place["name"] == name and place["photos"] == count:
                    photos = self.get(f"/places/{place['id']}.json?perPage=200")["records"]
                    if all(photo["width"] for photo in photos):
                        return place["id"]
            time.sleep(0.1)
        raise RuntimeError(f"There is no {name} with {count} photos")

    def get(self, path):
        """A document as JSON."""
        return _answer(self.address + path)

    def post(self, path, **fields):
        """Posts a form. Returns the record."""
        request = urllib.request.Request(
            self.address + path, data=urllib.parse.urlencode(fields).encode(),
            headers={"Accept": "application/json"})
        return _answer(request)

    def upload(self, path, field, name, content, **fields):
        """Posts a form with a file. Returns the record."""
        boundary = "----a-boundary-that-no-file-here-has"
        parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
                 for key, value in fields.items()]
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
                     .encode() + content + f"\r\n--{boundary}--\r\n".encode())
        request = urllib.request.Request(
            self.address + path, data=b"".join(parts),
            headers={"Accept": "application/json", "Content-Type": f"multipart/form-data; boundary={boundary}"})
        return _answer(request)

    def names(self, query=""):
        """The names of the items, in order."""
        return [item["itemName"] for item in self.get("/items.json" + query)["records"]]


def picture(colour, width, height):
    """A PNG of one color."""
    def chunk(kind, content):
        return (struct.pack(">I", len(content)) + kind + content
                + struct.pack(">I", zlib.crc32(kind + content)))

    rows = (b"\0" + colour * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def _answer(request):
    """The response to a request as JSON; a refusal raises an error with the reason.

    On a busy machine a list may time out, and the client is asked to retry.
    """
    attempts = 100
    while True:
        attempts -= 1
        try:
            with _opener.open(request, timeout=LIMIT_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503 or attempts == 0:
                error.add_note(error.read(1_000).decode(errors="replace"))
                raise
        time.sleep(0.1)


# The server is on this machine, whatever proxies are configured.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
