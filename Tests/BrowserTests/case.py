"""What all test cases share."""

import unittest

from browser import Browser
from program import Program


class Case(unittest.TestCase):
    """A case with a program and a browser of its own; each test begins in a wide, light window."""

    items = 0
    photos = None
    people = None

    @classmethod
    def setUpClass(cls):
        cls.program = Program(cls.items, photos=cls.photos, people=cls.people)
        cls.addClassCleanup(cls.program.stop)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.resize(1440)
        self.browser.show_in("light")
        self.browser.errors()

    def open(self, path):
        self.browser.open(self.program.address + path)
