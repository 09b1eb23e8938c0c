"""Chromium, driven over WebDriver."""

import atexit
import contextlib
import json
import os
import shutil
import urllib.request

import websocket
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException,
    WebDriverException)
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
    """A browser window, with the actions of a user.

    A page may be slow, and a live update may replace an element at any time. Each action finds its element again then.
    """

    def __init__(self, driver=None):
        self.driver = driver or _start()
        self.has_scripts = True

    @classmethod
    def shared(cls):
        """The browser of all cases, which starts once. It has forgotten the case before."""
        global _shared
        if not _shared:
            _shared = _start()
            atexit.register(_shared.quit)
        browser = cls(_shared)
        browser.forget()
        return browser

    def forget(self):
        """Continues in a profile without anything that pages have stored or tests have set."""
        contexts = self._targets("getBrowserContexts")["browserContextIds"]
        self.context = self._targets("createBrowserContext")["browserContextId"]
        self.open_tab()
        for each in contexts:
            self._targets("disposeBrowserContext", browserContextId=each)
        # The tab of the start stays.
        self.wait(lambda: len(self.driver.window_handles) == 2, "the former tabs stay")
        self.has_scripts = True

    def open_tab(self):
        """Opens another tab of the profile."""
        self.driver.switch_to.window(
            self._targets("createTarget", url="about:blank", browserContextId=self.context)["targetId"])

    def _targets(self, name, **parameters):
        """Sends a command about profiles and tabs, which goes to the browser and not to a page."""
        address = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"http://{address}/json/version") as answer:
            path = json.load(answer)["webSocketDebuggerUrl"]
        connection = websocket.create_connection(path, suppress_origin=True, timeout=LIMIT_SECONDS)
        try:
            connection.send(json.dumps({"id": 1, "method": f"Target.{name}", "params": parameters}))
            return json.loads(connection.recv())["result"]
        finally:
            connection.close()

    def close(self):
        self.driver.quit()

    # The window

    def resize(self, width, height=844):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=width < 500)
        # A page without this element, as the empty one, is as wide as a phone likes.
        self.wait(lambda: self.script(
            "return !document.querySelector('meta[name=viewport]') || matchMedia(`(width: ${arguments[0]}px)`).matches",
            width), "not resized")

    def show_in(self, scheme, medium=""):
        """Sets the color scheme, `light` or `dark`, and the medium, unless it is a screen."""
        self.command("Emulation.setEmulatedMedia", media=medium,
                     features=[{"name": "prefers-color-scheme", "value": scheme}])

    def allow_scripts(self, are_allowed):
        self.has_scripts = are_allowed
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

    def frames(self):
        """Waits for two frames: scripts put the notices of a page in again in the second frame after it was loaded."""
        if self.has_scripts:
            self.script("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def notice(self, text):
        """Waits for a notice with a text, which then stays."""
        self.wait(lambda: text in self.text(".notices"), f"not said: {text}")
        self.frames()

    @contextlib.contextmanager
    def next_page(self):
        """Waits for another page after the actions in its context."""
        page = self.one("html")
        yield
        self.wait(lambda: is_gone(page), "no page")

    # Actions of a user

    def fill(self, selector, text):
        def fill():
            field = self.one(selector)
            field.clear()
            field.send_keys(text)
            return True
        self.wait(fill)

    def press(self, text):
        """Presses the button, or follows the link, of this text. Returns the page that has it."""
        return self.wait(lambda: self._click(self._control(text)), f"no “{text}” to press")

    def tap(self, selector):
        """Presses the element of a selector. Returns the page that has it."""
        return self.wait(lambda: self._click(next(iter(self.all(selector)), None)), f"no {selector} to press")

    def _click(self, element):
        """Clicks an element, unless it is missing or covered for the moment."""
        if not element:
            return None
        page = self.one("html")
        try:
            element.click()
        except ElementClickInterceptedException:
            # WebDriver scrolls it to the edge of a phone, under the bar; a person scrolls further.
            self.script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
            try:
                element.click()
            except ElementClickInterceptedException:
                return None
        except ElementNotInteractableException:
            return None
        return page

    def _control(self, text):
        """The control of a text, among those that contain it."""
        controls = [control for control in self.script("""
            const plain = (text) => text.replace(/\\s/g, "").toLowerCase()
            return [...document.querySelectorAll("button:not([tabindex='-1']), a, summary")]
              .filter((control) => plain(control.textContent).includes(plain(arguments[0])))""", text)
                    if control.is_displayed() and control.text.strip() == text]
        if len(controls) > 1:
            raise AssertionError(f"{len(controls)} controls named “{text}”")
        return next(iter(controls), None)

    def go(self, text):
        """As press, and waits for the next page."""
        page = self.press(text)
        self.wait(lambda: is_gone(page), f"no page after “{text}”")

    def follow(self, selector):
        """As tap, and waits for the next page."""
        page = self.tap(selector)
        self.wait(lambda: is_gone(page), f"no page after {selector}")

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def type(self, *keys):
        """Types into the focused field, once there is one: a page sets the focus a frame after it is shown."""
        self.wait(lambda: self.script("return document.activeElement.matches('input, textarea, select')"), "no focus")
        self.keys(*keys)

    def autofocus(self):
        """Waits until an element is focused, if the page begins with a focused one."""
        self.wait(lambda: self.script("""
            return document.activeElement !== document.body || location.hash !== ""
              || !document.querySelector("[autofocus]")?.checkVisibility()"""), "no focus")

    def tab_to(self, selector, text=None):
        """Presses the tab key until an element is focused, with its text if one is given."""
        self.autofocus()
        for _ in range(80):
            self.keys(Keys.TAB)
            if self.script("""
                    const [selector, text] = arguments
                    const element = document.activeElement
                    return element.matches(selector) && (text === null || element.innerText?.trim() === text)""",
                           selector, text):
                return
        raise AssertionError("The tab key does not lead there")

    def enter(self, text):
        """As go, by the tab key and Enter."""
        self.tab_to("*", text)
        with self.next_page():
            self.keys(Keys.ENTER)

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


_shared = None


def _start():
    """The driver of a new browser."""
    os.environ["NO_PROXY"] = "127.0.0.1,localhost"
    options = webdriver.ChromeOptions()
    options.binary_location = _program("chromium", "chromium")
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                     "--no-proxy-server", "--force-prefers-reduced-motion"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(_program("chromedriver", "chromium-driver")))
    driver.set_page_load_timeout(LIMIT_SECONDS)
    driver.set_script_timeout(LIMIT_SECONDS)
    return driver


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
        # Chromium's own messages for it, which the driver reports as other errors.
        if any(text in str(error) for text in ["does not belong to the document", "document unloaded",
                                               "aborted by navigation", "execution context", "navigated or closed"]):
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
