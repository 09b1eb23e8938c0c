"""The base of all test cases."""

import base64
import re
import unittest

from browser import Browser
from program import Program


class Case(unittest.TestCase):
    """A case with its own program; each test starts in a wide, light window."""

    items = 0
    photos = None
    people = None
    serve = ()
    kind_of_browser = Browser

    @classmethod
    def setUpClass(cls):
        cls.program = Program(cls.items, photos=cls.photos, people=cls.people, serve=cls.serve)
        cls.addClassCleanup(cls.program.stop)
        cls.browser = cls.kind_of_browser.shared()

    def setUp(self):
        # The page of the previous test observes the records deleted now, and would log errors.
        self.browser.driver.get("about:blank")
        self.browser.resize(1440)
        self.browser.show_in("light")
        self.browser.errors()

    def open(self, path):
        self.browser.open(self.program.address + path)

    def print(self):
        """The number of pages on A4 in portrait."""
        result = self.browser.command(
            "Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=False)
        return len(re.findall(rb"/Type\s*/Page\b(?!s)", base64.b64decode(result["data"])))
