"""Chromium, driven over WebDriver."""

import os
import shutil

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, StaleElementReferenceException, WebDriverException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# Only a hanging browser takes this long.
LIMIT_SECONDS = 600


class Browser:
    """A browser window, with the actions of a user."""

    def __init__(self):
        os.environ["NO_PROXY"] = "127.0.0.1,localhost"
        options = webdriver.ChromeOptions()
        options.binary_location = _program("chromium", "chromium")
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--no-proxy-server", "--force-prefers-reduced-motion"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(
            options=options, service=Service(_program("chromedriver", "chromium-driver")))
        self.driver.set_page_load_timeout(LIMIT_SECONDS)
        self.driver.set_script_timeout(LIMIT_SECONDS)

    def close(self):
        self.driver.quit()

    # The window

    def resize(self, width, height=844):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=width < 500)

    def show_in(self, scheme, medium=""):
        """Sets the color scheme, `light` or `dark`, and the medium, unless it is a screen."""
        self.command("Emulation.setEmulatedMedia", media=medium,
                     features=[{"name": "prefers-color-scheme", "value": scheme}])

    def allow_scripts(self, are_allowed):
        self.command("Emulation.setScriptExecutionDisabled", value=not are_allowed)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    # The page

    def open(self, address):
        self.driver.get(address)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        """The element of a selector, which may appear after a moment."""
        return self.wait(lambda: next(iter(self.all(selector)), None), f"no {selector}")

    def text(self, selector):
        """The text of an element, or of its successor if it is replaced meanwhile."""
        self.one(selector)
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def texts(self, selector):
        """The texts of all elements of a selector, read at once, so that none can be replaced."""
        return self.script("return [...document.querySelectorAll(arguments[0])].map(e => (e.innerText ?? e.textContent).trim())",
                           selector)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def wait(self, condition, message=""):
        """Waits until a condition holds. Returns its value."""
        return WebDriverWait(self.driver, LIMIT_SECONDS, poll_frequency=0.05).until(
            lambda _: _unless_replaced(condition), message)

    def errors(self):
        """The errors of scripts since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE"]

    # Actions of a user

    def fill(self, selector, text):
        field = self.one(selector)
        field.clear()
        field.send_keys(text)

    def press(self, text):
        """Presses the button, or follows the link, of this text."""
        controls = self.wait(lambda: [self._controls(text)])[0]
        if len(controls) != 1:
            raise AssertionError(f"{len(controls)} controls named “{text}”")
        page = self.one("html")
        try:
            controls[0].click()
        except ElementClickInterceptedException:
            # WebDriver scrolls it to the edge of a phone, under the bar; a person scrolls further.
            self.script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", controls[0])
            controls[0].click()
        return page

    def _controls(self, text):
        return [control for control in self.all("button:not([tabindex='-1']), a, summary")
                if control.is_displayed() and control.text.strip() == text]

    def go(self, text):
        """As press, and waits for the next page."""
        page = self.press(text)
        self.wait(lambda: is_gone(page), f"no page after “{text}”")

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def type(self, *keys):
        """Types into the focused field, once there is one: a page sets the focus a frame after it is shown."""
        self.wait(lambda: self.script("return document.activeElement.matches('input, textarea, select')"), "no focus")
        self.keys(*keys)

    def tab_to(self, is_meant):
        """Presses the tab key until the element is focused."""
        for _ in range(80):
            self.keys(Keys.TAB)
            if is_meant(self.driver.switch_to.active_element):
                return
        raise AssertionError("The tab key does not lead there")

    def enter(self, text):
        """As go, by the tab key and Enter."""
        self.tab_to(lambda element: element.text.strip() == text)
        page = self.one("html")
        self.keys(Keys.ENTER)
        self.wait(lambda: is_gone(page), f"no page after “{text}”")

    def chord(self, modifier, key):
        ActionChains(self.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def hold(self, element, kind="mouse"):
        """Presses a pointer on an element. Returns the pointer."""
        self.script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        pointer = Finger(self.driver) if kind == "touch" else Mouse(self.driver)
        return pointer.down(element)


class Mouse:
    """A mouse with a pressed button. It moves in one step, as in a quick drag."""

    def __init__(self, driver):
        self.driver = driver
        self.input = PointerInput(interaction.POINTER_MOUSE, "mouse")

    def _perform(self, act):
        actions = ActionBuilder(self.driver, mouse=self.input, duration=0)
        act(actions.pointer_action)
        actions.perform()
        return self

    def down(self, element):
        return self._perform(lambda action: action.move_to(element).pointer_down())

    def by(self, right, down):
        return self._perform(lambda action: action.move_by(right, down))

    def to(self, left, top):
        return self._perform(lambda action: action.move_to_location(left, top))

    def up(self):
        return self._perform(lambda action: action.pointer_up())


class Finger:
    """A finger, with the methods of the mouse.

    ChromeDriver sends a page only the start of WebDriver's own touch pointer.
    """

    def __init__(self, driver):
        self.driver = driver

    def _send(self, kind, *points):
        self.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        return self

    def down(self, element):
        box = self.driver.execute_script(
            "return arguments[0].getBoundingClientRect().toJSON()", element)
        self.place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return self._send("touchStart", self.place)

    def by(self, right, down):
        return self.to(self.place[0] + right, self.place[1] + down)

    def to(self, left, top):
        self.place = (left, top)
        return self._send("touchMove", self.place)

    def up(self):
        return self._send("touchEnd")

    def cancel(self):
        """Cancels the touch, as the browser or the phone may do."""
        return self._send("touchCancel")


def _program(name, package):
    path = shutil.which(name)
    if not path:
        raise RuntimeError(f"There is no {name}. Install it: apt-get install {package}")
    return path


def _unless_replaced(condition):
    """The value of a condition, or None if an element was replaced meanwhile."""
    try:
        return condition()
    except StaleElementReferenceException:
        return None
    except WebDriverException as error:
        # Chromium's own message for it, which the driver reports as an unknown error.
        if "does not belong to the document" in str(error):
            return None
        raise


def is_gone(page):
    """Whether another page was loaded."""
    try:
        page.is_enabled()
        return False
    except Exception:  # Each driver has its own error for an element of a former page.
        return True


__all__ = ["Browser", "Keys", "is_gone"]
