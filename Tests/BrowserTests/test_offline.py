"""The shopping list without a network: a proxy before the program refuses connections."""

import os
import subprocess
import tempfile
import threading
import unittest

from browser import Browser, Keys
from case import Case
from network import Network
from program import LIMIT_SECONDS, Program

PASSWORD = "violet tin drum, eleven"


class Offline(Case):
    def setUp(self):
        super().setUp()
        self.network = Network(self.program.address)
        self.addCleanup(self.network.cut)
        for item in self.groceries():
            self.program.post(f"/groceries/{item['id']}/delete")
        for name in ["milk", "eggs"]:
            self.program.post("/groceries", entry=name)
        self.open("/groceries")
        self.browser.wait(lambda: self.is_kept() and self.is_served(), "not kept")

    def open(self, path):
        self.browser.open(self.network.address + path)

    def groceries(self):
        return self.program.get("/groceries.json?perPage=200")["records"]

    def lines(self):
        return [(item["summary"], item["isTicked"]) for item in self.groceries()]

    def is_kept(self):
        return self.browser.driver.execute_async_script(
            "const done = arguments[0]; caches.match('/groceries').then((kept) => done(Boolean(kept)))")

    def is_served(self):
        """Whether the page comes from this browser if there is no network."""
        return self.browser.driver.execute_async_script("""
            const done = arguments[0]
            navigator.serviceWorker.getRegistration("/groceries").then(
              (registration) => done(registration?.active?.state === "activated"))""")

    def reconnect(self):
        """Joins the network, of which the browser says that it is back, as it does if it had lost every network."""
        self.network.join()
        self.browser.script("dispatchEvent(new Event('online'))")

    def watch_requests(self):
        self.browser.script("""
            const ask = fetch
            window.underway = 0
            window.fetch = (...request) => {
              underway += 1
              return ask(...request).finally(() => { underway -= 1 })
            }""")

    def wait_for_requests(self):
        """Waits until no request is underway, which could still arrive when the network is back."""
        self.browser.wait(lambda: self.browser.script("return underway") == 0, "a request stays")

    def waiting(self):
        return self.browser.texts("[data-waiting-list] span")

    def is_sent(self):
        return self.browser.script("""
            const name = Object.keys(localStorage).find((name) => name.startsWith("homeowner.groceries "))
            return JSON.parse(localStorage[name]).waiting.length === 0""")

    def tick(self, name):
        key = self.browser.script("""
            return [...document.querySelectorAll(".list--groceries tbody tr")]
              .find((row) => row.querySelector(".row__link").textContent === arguments[0]).id""", name)
        self.browser.tap(f"#{key} .tick")

    def add(self, text):
        self.browser.fill("#entry", text)
        self.browser.press("Add")

    def wait_for(self, *lines):
        self.browser.wait(lambda: list(lines) == self.waiting(), f"{lines} do not wait")

    def test_what_is_done_without_a_network_is_sent_once_and_in_order(self):
        self.network.cut()
        self.open("/groceries")
        self.assertEqual(self.browser.texts(".row__link"), ["milk", "eggs"])
        self.tick("milk")
        self.wait_for("Tick off “1 × milk”")
        self.add("2 l juice")
        self.add("bread")
        self.wait_for("Tick off “1 × milk”", "Add “2 l juice”", "Add “bread”")
        self.open("/groceries")
        self.wait_for("Tick off “1 × milk”", "Add “2 l juice”", "Add “bread”")
        self.assertEqual(len(self.browser.all(".tick--on")), 1)
        self.assertEqual(self.lines(), [("1 × milk", False), ("1 × eggs", False)])

        self.network.join()
        self.wait_for()
        expected = [("1 × eggs", False), ("2 l juice", False), ("1 × bread", False), ("1 × milk", True)]
        self.assertEqual(self.lines(), expected)
        self.browser.wait(lambda: self.browser.texts(".row__link") == ["eggs", "juice", "bread", "milk"], "not shown")
        self.open("/groceries")
        self.assertEqual(self.lines(), expected)

    def test_a_second_tap_takes_the_first_back_and_a_line_can_be_removed(self):
        self.watch_requests()
        self.network.cut()
        self.tick("milk")
        self.wait_for("Tick off “1 × milk”")
        self.tick("milk")
        self.wait_for("Put “1 × milk” back")
        self.browser.press("Remove")
        self.wait_for()
        self.add("bread")
        self.wait_for("Add “bread”")
        self.browser.press("Remove")
        self.wait_for()
        self.wait_for_requests()
        self.network.join()
        self.add("salt")
        self.browser.wait(lambda: len(self.lines()) == 3, "not added")
        self.assertEqual(self.lines(), [("1 × milk", False), ("1 × eggs", False), ("1 × salt", False)])

    def test_changes_elsewhere_are_merged_line_by_line_and_shown(self):
        milk, eggs = [item["id"] for item in self.groceries()]
        self.network.cut()
        self.tick("milk")
        self.wait_for("Tick off “1 × milk”")
        self.tick("eggs")
        self.add("tea")
        self.wait_for("Tick off “1 × milk”", "Tick off “1 × eggs”", "Add “tea”")
        self.program.post(f"/groceries/{milk}", quantity="3")
        self.program.post(f"/groceries/{eggs}/delete")
        self.program.post("/groceries", entry="tea")
        self.reconnect()
        self.wait_for()
        self.browser.notice("“1 × milk” was changed elsewhere: it is “3 × milk” now.")
        self.browser.notice("“1 × eggs” was removed elsewhere.")
        self.browser.notice("It was on the list already: “2 × tea” now.")
        self.assertEqual(self.lines(), [("2 × tea", False), ("3 × milk", True)])

    def test_a_line_whose_answer_was_lost_is_added_once(self):
        self.network.cut()
        self.add("bread")
        self.wait_for("Add “bread”")
        name, key, session = self.browser.script("""
            const name = Object.keys(localStorage).find((name) => name.startsWith("homeowner.groceries "))
            const { waiting, session } = JSON.parse(localStorage[name])
            return [name, waiting[0].fields.key, session]""")
        self.program.post("/groceries", entry="bread", key=key, session=session)
        self.reconnect()
        self.wait_for()
        self.assertEqual(self.lines()[-1], ("1 × bread", False))

    def test_enter_twice_adds_once_and_what_is_typed_on_stays(self):
        self.browser.one("#entry").send_keys("bread", Keys.ENTER, Keys.ENTER, "sal")
        self.browser.wait(lambda: "bread" in self.browser.texts(".row__link"), "not added")
        self.assertEqual(self.lines()[-1], ("1 × bread", False))
        self.assertEqual(self.browser.one("#entry").get_attribute("value"), "sal")
        self.network.cut()
        self.browser.one("#entry").send_keys("t", Keys.ENTER, Keys.ENTER, "tea", Keys.ENTER)
        self.wait_for("Add “salt”", "Add “tea”")
        self.reconnect()
        self.wait_for()
        self.assertEqual(self.lines()[-2:], [("1 × salt", False), ("1 × tea", False)])

    def test_what_was_saved_before_its_answer_was_lost_counts_once(self):
        for lost in [lambda data: b"", lambda data: data[:-5]]:
            for text in ["milk", "soap"]:
                before = dict(summary.split(" × ")[::-1] for summary, _ in self.lines())
                self.network.change = lost
                self.add(text)
                self.browser.wait(lambda: self.network.change is None, "not lost")
                self.browser.wait(lambda: self.is_sent(), "not sent")
                after = dict(summary.split(" × ")[::-1] for summary, _ in self.lines())
                self.assertEqual(int(after[text]), int(before.get(text, 0)) + 1)

    def test_a_server_that_is_busy_is_asked_again(self):
        is_busy = threading.Event()
        is_busy.set()

        def refuse(data):
            if not is_busy.is_set():
                return data
            self.network.change = refuse
            return b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}"

        self.network.change = refuse
        self.add("milk")
        self.browser.wait(lambda: not self.browser.script("return document.querySelector('[data-offline]').hidden"),
                          "not said")
        self.wait_for("Add “milk”")
        is_busy.clear()
        self.browser.script("dispatchEvent(new Event('online'))")
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.lines()[0], ("2 × milk", False))

    def test_a_second_tap_while_the_first_is_sent_counts(self):
        arrived, done = threading.Event(), threading.Event()

        def hold(data):
            arrived.set()
            done.wait(LIMIT_SECONDS)
            return data

        self.network.change = hold
        self.tick("milk")
        self.assertTrue(arrived.wait(LIMIT_SECONDS))
        self.browser.wait(lambda: ("1 × milk", True) in self.lines(), "not ticked off")
        self.tick("milk")
        done.set()
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.lines(), [("1 × milk", False), ("1 × eggs", False)])
        self.browser.wait(lambda: not self.browser.all(".tick--on"), "still ticked off")

    def test_a_second_tap_after_a_lost_answer_counts(self):
        self.network.change = lambda data: self.network.cut() or b""
        self.tick("milk")
        self.browser.wait(lambda: self.network.listener is None, "no answer")
        self.assertEqual(self.lines()[-1], ("1 × milk", True))
        self.wait_for("Tick off “1 × milk”")
        self.tick("milk")
        self.wait_for("Put “1 × milk” back")
        self.reconnect()
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.lines(), [("1 × milk", False), ("1 × eggs", False)])

    def test_two_tabs_send_what_waits_once(self):
        self.network.cut()
        self.add("bread")
        self.wait_for("Add “bread”")
        first = self.browser.driver.current_window_handle
        self.browser.open_tab()
        self.open("/groceries")
        self.wait_for("Add “bread”")
        self.add("milk")
        self.wait_for("Add “bread”", "Add “milk”")
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.browser.driver.close()
        self.browser.driver.switch_to.window(first)
        self.wait_for()
        self.assertEqual(self.lines(), [("2 × milk", False), ("1 × eggs", False), ("1 × bread", False)])

    def test_files_of_an_earlier_version_are_not_kept(self):
        name = self.browser.script(
            "return Object.keys(localStorage).find((name) => name.startsWith('homeowner.groceries '))")
        keys = """const [name, done] = arguments
            caches.open(name).then((cache) => cache.keys())
                .then((requests) => done(requests.map(({ url }) => new URL(url).pathname).sort()))"""
        files = ["/css/site.css", "/groceries", "/icons/favicon.svg", "/icons/icons.svg", "/js/site.js"]

        def are_kept():
            return self.browser.driver.execute_async_script(keys, name) == files

        self.browser.wait(are_kept, "not kept")
        self.browser.driver.execute_async_script(
            """const [name, done] = arguments
            caches.open(name).then((cache) => cache.put("/js/site.js?v=before", new Response(""))).then(done)""", name)
        self.open("/groceries")
        self.browser.wait(are_kept, "others are kept")

    def test_a_page_says_once_that_the_list_needs_the_network(self):
        script = self.browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            source="Object.defineProperty(window, 'isSecureContext', { value: false })")
        self.addCleanup(self.browser.command, "Page.removeScriptToEvaluateOnNewDocument", **script)
        # Another name of this machine has nothing stored.
        self.browser.open(f"http://localhost:{self.network.port}/groceries")
        self.browser.notice("The list needs the network here.")
        self.browser.open(f"http://localhost:{self.network.port}/groceries")
        self.add("bread")
        self.browser.wait(lambda: len(self.lines()) == 3, "not added")
        self.assertNotIn("needs the network", self.browser.text("main"))


class OfflinePeople(Case):
    people = {"Anna": PASSWORD, "Ben": PASSWORD}

    def setUp(self):
        super().setUp()
        self.browser.command("Network.clearBrowserCookies")
        self.network = Network(self.program.address)
        self.addCleanup(self.network.cut)

    open = Offline.open
    add = Offline.add
    waiting = Offline.waiting
    wait_for = Offline.wait_for
    is_kept = Offline.is_kept
    reconnect = Offline.reconnect
    watch_requests = Offline.watch_requests
    wait_for_requests = Offline.wait_for_requests

    def sign_in(self, name):
        self.open("/sign-in")
        self.browser.fill("#name", name)
        self.browser.fill("#password", PASSWORD)
        self.browser.go("Sign in")

    def leave_a_line(self):
        self.sign_in("Anna")
        self.open("/groceries")
        self.browser.wait(self.is_kept, "not kept")
        self.watch_requests()
        self.network.cut()
        self.add("bread")
        self.wait_for("Add “bread”")

    def kept(self):
        return self.browser.script(
            "return Object.keys(localStorage).filter((name) => name.startsWith('homeowner.groceries '))")

    def test_signing_out_empties_it_and_nobody_else_sends_it(self):
        self.leave_a_line()
        # As if another tab had signed out while this one had no network.
        self.browser.command("Network.clearBrowserCookies")
        self.wait_for_requests()
        self.reconnect()
        self.browser.notice("1 change was not sent: you are signed out now.")
        self.open("/groceries")
        self.browser.wait(lambda: not self.kept() and not self.is_kept(), "still kept")
        self.sign_in("Ben")
        self.open("/groceries")
        self.assertEqual(self.browser.texts(".row__link"), [])
        self.browser.wait(self.is_kept, "not kept")
        self.open("/account")
        self.browser.go("Sign out")
        self.browser.wait(lambda: not self.kept() and not self.is_kept(), "still kept")

    def test_another_person_who_signs_in_without_a_page_between_sends_nothing(self):
        self.leave_a_line()
        other = Browser()
        self.addCleanup(other.close)
        # Cookies are the same for all ports of a machine.
        other.open(self.program.address + "/sign-in")
        other.fill("#name", "Ben")
        other.fill("#password", PASSWORD)
        other.go("Sign in")
        cookie = next(cookie for cookie in other.driver.get_cookies() if cookie["name"] == "homeowner")
        self.browser.driver.execute_cdp_cmd(
            "Network.setCookie",
            {"name": cookie["name"], "value": cookie["value"], "domain": "127.0.0.1", "path": "/", "httpOnly": True})
        self.wait_for_requests()
        self.reconnect()
        self.browser.notice("1 change was not sent: you are signed in differently now.")
        self.wait_for()
        other.open(self.program.address + "/groceries")
        self.assertEqual(other.texts(".row__link"), [])


class Untrusted(unittest.TestCase):
    def test_a_page_says_that_the_certificate_is_not_trusted(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        certificate, key = (os.path.join(folder.name, name) for name in ["certificate.pem", "key.pem"])
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
             "-subj", "/CN=Homeowner", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
            check=True, stderr=subprocess.DEVNULL)
        program = Program(0, serve=["--tls-certificate", certificate, "--tls-key", key])
        self.addCleanup(program.stop)
        browser = Browser()
        self.addCleanup(browser.close)
        browser.open(program.address + "/groceries")
        self.assertEqual(browser.driver.title, "Privacy error")
        # These letters continue past the warning of Chromium.
        browser.wait(lambda: browser.script("return document.readyState") == "complete", "no warning")
        browser.keys("thisisunsafe")
        browser.wait(lambda: "does not trust the certificate" in browser.text(".notices"), "not said")
        browser.go("How to trust it")
        self.assertEqual(browser.text("h2 #without-a-network"), "Without a network")
