"""A browser that counts the clicks of a person."""

from selenium.webdriver.support.ui import Select

from browser import Browser


class CountingBrowser(Browser):
    """Counts each press of a button or a link, each field that is clicked to be filled in, and two for a choice in a
    list or of a file: one opens it, one chooses."""

    clicks = 0

    def press(self, text):
        self.clicks += 1
        return super().press(text)

    def tap(self, selector):
        self.clicks += 1
        return super().tap(selector)

    def fill(self, selector, text):
        """Fills in a field, which is clicked first unless it is focused."""
        if not self.script("return document.activeElement?.matches(arguments[0])", selector):
            self.clicks += 1
        super().fill(selector, text)

    def choose(self, selector, text):
        self.clicks += 2
        Select(self.one(selector)).select_by_visible_text(text)

    def choose_file(self, selector, path):
        self.clicks += 2
        self.one(selector).send_keys(path)
