"""The commands of the guide, each run against the program."""

import glob
import os
import re
import subprocess
import unittest
import urllib.error
import urllib.parse

from program import Program, picture

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SERVER = "http://127.0.0.1:8080"
# Shell commands stop at the first failure; curl fails if the server refuses.
START = """
set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body --noproxy '*' "$@"; }
homeowner() { "$HOMEOWNER" "$@"; }
"""


def blocks(path, language):
    """The code blocks of a page in a language."""
    with open(path, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```", file.read(), re.M | re.S)


class Guide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = Program(10)
        cls.addClassCleanup(cls.program.stop)
        cls.pages = sorted(glob.glob(os.path.join(ROOT, "Guide", "*.md")))

    def test_every_command_does_what_it_is_for(self):
        folder = os.path.join(self.program.folder, "guide")
        os.mkdir(folder)
        with open(os.path.join(folder, "lamp.png"), "wb") as file:
            file.write(picture(b"\x80\x60\x20", 64, 48))
        count = 0
        # The first command adds the samples that pages use.
        for path in sorted(self.pages, key=lambda path: not path.endswith("start.md")):
            with self.subTest(page=os.path.basename(path)):
                commands = "\n".join(blocks(path, "sh"))
                count += len(re.findall(r"^(?:\w+=\$\()?curl ", commands, re.M))
                done = subprocess.run(
                    ["bash", "-c", START + commands.replace(SERVER, self.program.address)], cwd=folder,
                    capture_output=True, text=True, timeout=600)
                self.assertEqual(done.returncode, 0, commands + done.stdout[-2000:] + done.stderr[-2000:])
        self.assertGreater(count, 20)
        self.assertEqual(self.names("/items.json?q=tea%20pot", "itemName"), ["Tea pot"])
        self.assertEqual(self.names("/book-categories.json?q=Poetry", "name"), ["Poetry"])
        self.assertEqual(self.names("/customers.json?q=amina@example.org", "name"), ["Amina Diallo"])
        self.assertTrue(glob.glob(os.path.join(folder, "homeowner-*.tar.zst")))

    def names(self, path, attribute):
        return [record[attribute] for record in self.program.get(path)["records"]]

    def test_no_curl_is_left_out(self):
        for path in self.pages:
            self.assertNotIn("curl", "".join(blocks(path, "text")), path)

    def test_every_predicate_is_understood(self):
        """Each predicate on its page, with the entity that has its attributes."""
        with open(os.path.join(ROOT, "Guide", "predicates.md"), encoding="utf-8") as file:
            shown = set(re.findall(r"`([^`\n]* (?:[=!<>]+|CONTAINS|BEGINSWITH|ENDSWITH|LIKE|MATCHES|BETWEEN|IN)"
                                   r"[ \[][^`\n]*)`", file.read()))
        self.assertGreater(len(shown), 15)
        for predicate in shown:
            with self.subTest(predicate=predicate):
                self.assertTrue(any(
                    self.understands(entity, predicate)
                    for entity in ["Item", "AssetType", "Book", "BookCategory", "Sale"]))

    def understands(self, entity, predicate):
        try:
            self.program.get(f"/model/{entity}.json?" + urllib.parse.urlencode({"predicate": predicate}))
            return True
        except urllib.error.HTTPError as error:
            self.assertEqual(error.code, 422)
            return False

    def test_the_program_has_every_option_that_is_named(self):
        program = os.environ["HOMEOWNER"]
        for path in self.pages:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for command, rest in re.findall(r"\bhomeowner ((?:store |user )?[a-z]+)((?: [^\n`]*)?)", text):
                options = re.findall(r"(?<= )(--[a-z-]+)", rest)
                if not options:
                    continue
                with self.subTest(page=os.path.basename(path), command=command):
                    known = subprocess.run([program, *command.split(), "--help"], check=True,
                                           capture_output=True, text=True).stdout
                    for option in options:
                        self.assertRegex(known, rf"{option}\b")
