"""Takes the pictures of the README, of a household that is seeded as `make demo` does it."""

import os
import sys

from browser import Browser
from program import Program

# A page, and the name of its picture.
PAGES = [("/items", "inventory"), ("/", "overview")]


def take(folder):
    program = Program(60, "--photographs")
    browser = Browser()
    try:
        browser.resize(1440, 900)
        browser.show_in("light")
        for page, name in PAGES:
            browser.open(program.address + page)
            browser.wait(lambda: browser.script(
                "return [...document.images].every(image => image.complete || image.loading === 'lazy')"))
            browser.driver.save_screenshot(os.path.join(folder, name + ".png"))
    finally:
        browser.close()
        program.stop()


if __name__ == "__main__":
    take(sys.argv[1])
