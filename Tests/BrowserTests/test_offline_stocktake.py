"""A stocktake without a network: a proxy before the program refuses connections."""

import os
import shutil
import tempfile
import threading
from datetime import datetime

from browser import Browser, Keys
from case import Case
from network import Network
from program import LIMIT_SECONDS

PASSWORD = "violet tin drum, eleven"

# The state of a page that is kept, by its path.
STATE = "JSON.parse(localStorage[`homeowner.stocktakes ${arguments[0]}`] ?? 'null')"


class OfflineStocktake(Case):
    """Each test counts a room of its own, with a lamp, six chairs and a saw."""

    def setUp(self):
        super().setUp()
        self.network = Network(self.program.address)
        self.addCleanup(self.network.cut)
        self.begin()
        self.open(self.path)
        self.browser.wait(self.is_kept, "not kept")

    def begin(self):
        room = self.program.post("/locations", name=self.id()[-100:])["id"]
        self.items = {
            name: self.program.post("/items", itemName=name, location=room, quantity=quantity)
            for name, quantity in [("Lamp", 1), ("Chair", 6), ("Saw", 1)]}
        self.path = f"/stocktakes/{self.program.post('/stocktakes', name='Autumn', location=room)['id']}"

    def open(self, path):
        self.browser.open(self.network.address + path)

    def is_kept(self, suffix="/names.json"):
        """Whether the page is kept, and the names, which come last."""
        return self.browser.driver.execute_async_script(
            "const [path, done] = arguments; caches.match(path).then((kept) => done(Boolean(kept)))", self.path + suffix)

    def state(self):
        return self.browser.script("return " + STATE, self.path)

    def is_sent(self):
        return not self.state()["waiting"]

    def seen(self):
        """The names or codes of what was noted, each as often as it was."""
        return sorted(sighting["name"] or sighting["code"] for sighting in self.sightings())

    def sightings(self):
        return self.program.get(self.path + "/sightings.json?perPage=200")["records"]

    def wait_for(self, *lines):
        self.browser.wait(lambda: list(lines) == self.browser.texts("[data-waiting-list] span"), f"{lines} do not wait")

    def heading(self, text):
        self.browser.wait(lambda: self.browser.text("[data-waiting-heading]") == text, f"not said: {text}")

    def notice(self, text):
        self.browser.wait(lambda: text in self.browser.text(".notices"), f"not said: {text}")

    def tap(self, name):
        row = next(row for row in self.browser.all("#missing .facts__row, #fewer .facts__row")
                   if row.find_element("css selector", "dd a").text == name)
        self.browser.script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", row)
        row.find_element("css selector", "button").click()

    def type_code(self, *codes):
        for code in codes:
            self.browser.one("#code").send_keys(code, Keys.ENTER)

    def photo(self):
        """A photo of the labels of the three items."""
        folder = tempfile.mkdtemp(prefix="homeowner-scan-")
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "codes.png")
        first, last = (int(self.items[name]["itemNumber"].split("-")[1]) for name in ["Lamp", "Saw"])
        self.browser.open(f"{self.program.address}/labels?numbers={first}-{last}")
        self.browser.script("""
            document.body.replaceChildren(...[...document.querySelectorAll(".label svg")].slice(0, 3))
            for (const drawing of document.querySelectorAll("svg")) {
              drawing.style.cssText = "width: 300px; height: 300px"
            }
            document.body.style.cssText = "display: flex; gap: 60px; padding: 60px; background: white"
            """)
        self.browser.driver.get_screenshot_as_file(path)
        self.open(self.path)
        return path

    def take_photo(self, path):
        self.browser.one("[data-scan] [name=photo]").send_keys(path)

    def test_taps_and_codes_wait_through_a_reload_and_are_sent_once_and_in_order(self):
        self.network.cut()
        self.tap("Lamp")
        self.tap("Lamp")
        self.wait_for("Lamp")
        self.browser.one("#code").send_keys(Keys.ENTER)
        number = self.items["Saw"]["itemNumber"]
        self.type_code(number, "4006381333931")
        self.wait_for("Lamp", f"{number} Saw", "4006381333931")
        self.heading("3 changes wait for the network")
        self.open(self.path)
        self.wait_for("Lamp", f"{number} Saw", "4006381333931")
        self.assertEqual(len(self.browser.all(".row--waiting")), 1)
        self.tap("Chair")
        self.wait_for("Lamp", f"{number} Saw", "4006381333931", "Chair")
        self.assertEqual(self.seen(), [])

        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.seen(), ["4006381333931", "Chair", "Lamp", "Saw"])
        self.browser.wait(lambda: self.browser.all("#seen") and not self.browser.all("#missing"), "not shown")
        self.open(self.path)
        self.assertEqual(self.seen(), ["4006381333931", "Chair", "Lamp", "Saw"])
        # It was seen when it was tapped, and added when it was sent.
        for sighting in self.sightings():
            self.assertLess(datetime.fromisoformat(sighting["seenAt"]), datetime.fromisoformat(sighting["addedAt"]))

    def test_with_a_network_a_tap_is_answered_at_once_and_noted(self):
        arrived, done = threading.Event(), threading.Event()

        def hold(data):
            arrived.set()
            done.wait(LIMIT_SECONDS)
            return data

        self.network.change = hold
        self.tap("Lamp")
        self.assertEqual(len(self.browser.all(".row--waiting")), 1)
        self.assertTrue(arrived.wait(LIMIT_SECONDS))
        self.type_code("Saw", "Nothing")
        self.wait_for("Lamp", f"{self.items['Saw']['itemNumber']} Saw", "Nothing")
        done.set()
        self.browser.wait(self.is_sent, "not sent")
        self.notice("Nothing: unknown")
        self.assertEqual(self.seen(), ["Lamp", "Nothing", "Saw"])
        self.browser.wait(lambda: self.browser.texts("#missing dd a") == ["Chair"], "not shown")

    def test_the_camera_shows_what_becomes_of_a_code(self):
        # Chromium has no camera here: this is what the camera calls.
        read = """document.querySelector("[data-scan]").enterCode(
            arguments[0], window.outcome = document.createElement("p"))"""
        outcome = "return outcome.textContent"
        number = self.items["Lamp"]["itemNumber"]
        self.network.cut()
        self.browser.script(read, number)
        self.assertEqual(self.browser.script(outcome), f"{number} Lamp: waits to be sent")
        self.network.join()
        self.browser.wait(lambda: self.browser.script(outcome) == "Lamp: it is here", "not told")
        self.assertEqual(self.seen(), ["Lamp"])

    def test_names_are_suggested_and_lines_can_be_removed(self):
        self.network.cut()
        self.open(self.path)
        self.browser.wait(lambda: self.browser.one("#code").is_displayed(), "no field")

        def suggestions():
            field = self.browser.one("#code")
            field.clear()
            field.send_keys("haI")
            return self.browser.script("return [...document.querySelectorAll('#names option')].map((e) => e.value)")

        self.browser.wait(lambda: suggestions() == [self.items["Chair"]["itemNumber"]], "not suggested")
        self.browser.one("#code").clear()
        self.type_code("Chair", "Lamp")
        self.wait_for(*[f"{self.items[name]['itemNumber']} {name}" for name in ["Chair", "Lamp"]])
        self.browser.one("[data-waiting-list] button").click()
        self.wait_for(f"{self.items['Lamp']['itemNumber']} Lamp")
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.seen(), ["Lamp"])

    def test_photographs_wait_as_bytes(self):
        photo = self.photo()
        self.browser.wait(self.is_kept, "not kept")
        self.network.cut()
        self.take_photo(photo)
        self.heading("1 change waits for the network")
        self.type_code("4711")
        self.heading("2 changes wait for the network")
        self.open(self.path)
        self.heading("2 changes wait for the network")
        self.assertTrue(self.browser.texts("[data-waiting-list] span")[0].startswith("Photograph of "))
        photo_path = f"?photo={self.state()['waiting'][0]['id']}"
        self.assertTrue(self.is_kept(photo_path))
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.seen(), ["4711", "Chair", "Lamp", "Saw"])
        self.browser.wait(lambda: not self.is_kept(photo_path), "still kept")

    def test_too_many_photographs_are_refused(self):
        photo = self.photo()
        self.browser.wait(self.is_kept, "not kept")
        self.network.cut()
        for count in range(1, 21):
            self.take_photo(photo)
            self.browser.wait(lambda: len(self.state()["waiting"]) == count, "not waiting")
        self.take_photo(photo)
        self.notice("No more photographs can wait.")
        self.assertEqual(len(self.state()["waiting"]), 20)

    def test_what_is_refused_is_told_until_it_is_read(self):
        photo = tempfile.NamedTemporaryFile(suffix=".txt")
        self.addCleanup(photo.close)
        photo.write(b"no picture")
        photo.flush()
        self.network.cut()
        self.take_photo(photo.name)
        self.heading("1 change waits for the network")
        self.browser.fill("#quantity", "1.5")
        self.type_code("Chair")
        self.heading("2 changes wait for the network")
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.notice("Not noted: “Photograph of ")
        self.notice(f"Not noted: “1.5 × {self.items['Chair']['itemNumber']} Chair”")
        self.open(self.path)
        self.notice("Not noted: “1.5 × ")
        for _ in range(2):
            self.browser.wait(lambda: self.browser.one(".notice__off"), "cannot be hidden").click()
        self.browser.wait(lambda: not self.state()["told"], "still told")
        self.open(self.path)
        self.browser.wait(self.is_sent, "not sent")
        self.assertNotIn("Not noted", self.browser.text("main"))
        self.assertEqual(self.seen(), [])

    def test_what_was_saved_before_its_answer_was_lost_counts_once(self):
        product = self.program.post("/products", name="Vase", price="2", category="Glass")
        self.program.post(f"/products/{product['id']}/stock", kind="delivered", quantity="10")
        self.path = f"/stocktakes/{self.program.post('/stocktakes', name='Glass', productCategory=1)['id']}"
        self.open(self.path)
        self.browser.wait(self.is_kept, "not kept")
        losses = [("#missing", lambda data: b""), ("#fewer", lambda data: data[:-5])]
        for count, (group, lost) in enumerate(losses, 1):
            self.browser.wait(lambda: self.browser.texts(f"{group} dd a") == ["Vase"], "not shown")
            self.browser.fill(f"{group} [name=quantity]", "1")
            self.network.change = lost
            self.tap("Vase")
            self.browser.wait(lambda: self.network.change is None, "not lost")
            self.browser.wait(self.is_sent, "not sent")
            self.assertEqual([(each["name"], each["quantity"]) for each in self.sightings()], [("Vase", 1)] * count)

    def test_other_pages_say_that_something_waits_and_lead_there(self):
        self.network.cut()
        self.type_code("4711")
        self.heading("1 change waits for the network")
        self.browser.open("about:blank")
        self.network.join()
        self.open("/locations")
        self.notice("1 change waits to be sent.")
        self.browser.go("Send")
        self.browser.wait(self.is_sent, "not sent")
        self.assertEqual(self.seen(), ["4711"])
        self.open("/locations")
        self.assertNotIn("waits to be sent", self.browser.text("main"))

    def test_a_key_that_was_used_for_another_thing_is_refused_and_told(self):
        self.network.cut()
        self.type_code("4711")
        self.heading("1 change waits for the network")
        entry = self.state()["waiting"][0]
        self.program.post(self.path + "/sightings", code="4712", sighting=entry["id"], session=entry["session"])
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.notice("“4712” was sent with the same UUID; each needs its own. Not noted: “4711”")
        self.assertEqual(self.seen(), ["4712"])

    def test_the_same_key_twice_and_two_windows_note_it_once(self):
        self.network.cut()
        self.type_code("4711")
        self.wait_for("4711")
        entry = self.state()["waiting"][0]
        self.program.post(self.path + "/sightings", code="4711", sighting=entry["id"], session=entry["session"])
        first = self.browser.driver.current_window_handle
        self.browser.open_tab()
        self.open(self.path)
        self.wait_for("4711")
        self.tap("Lamp")
        self.wait_for("4711", "Lamp")
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.browser.driver.close()
        self.browser.driver.switch_to.window(first)
        self.wait_for()
        self.assertEqual(self.seen(), ["4711", "Lamp"])

    def test_a_stocktake_that_was_closed_meanwhile_keeps_nothing(self):
        self.network.cut()
        self.tap("Lamp")
        self.type_code("Saw")
        self.heading("2 changes wait for the network")
        self.program.post(self.path + "/close")
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.notice(f"the stocktake is closed; open it again first. Not noted: “Lamp”, “{self.items['Saw']['itemNumber']} Saw”")
        self.browser.wait(lambda: not self.is_kept() and not self.is_kept(""), "still kept")
        self.open(self.path)
        self.notice("Not noted: “Lamp”")
        self.assertEqual(self.browser.all("#code"), [])
        self.browser.one(".notice__off").click()
        self.open(self.path)
        self.browser.wait(lambda: self.state() is None, "still kept")
        self.assertEqual(self.seen(), [])

    def test_it_is_closed_once_all_is_sent_and_then_nothing_is_kept(self):
        self.network.cut()
        self.tap("Lamp")
        self.heading("1 change waits for the network")
        self.browser.press("Close the stocktake")
        self.notice("Close the stocktake once it is sent.")
        self.network.join()
        self.browser.wait(self.is_sent, "not sent")
        self.browser.go("Close the stocktake")
        self.browser.wait(lambda: not self.is_kept() and not self.is_kept("") and self.state() is None, "still kept")
        self.assertEqual(self.seen(), ["Lamp"])

    def test_a_stocktake_that_was_deleted_keeps_nothing(self):
        self.network.cut()
        self.tap("Lamp")
        self.heading("1 change waits for the network")
        self.browser.open("about:blank")
        self.program.post(self.path + "/delete")
        self.network.join()
        self.open(self.path)
        # A slow server is asked by the kept page, and a fast one shows that there is no such page.
        self.browser.wait(lambda: self.browser.script(
            "return /it was deleted|Not noted: “Lamp”/.test(document.querySelector('.notices').innerText)"), "not said")
        self.browser.wait(lambda: not self.is_kept() and not self.is_kept(""), "still kept")
        self.open(self.path)
        self.browser.wait(lambda: self.state() is None, "still kept")

    def test_a_page_says_once_that_the_stocktake_needs_the_network_and_works_as_ever(self):
        script = self.browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            source="Object.defineProperty(window, 'isSecureContext', { value: false })")
        self.addCleanup(self.browser.command, "Page.removeScriptToEvaluateOnNewDocument", **script)
        # Another name of this machine has nothing stored.
        address = f"http://localhost:{self.network.port}{self.path}"
        self.browser.open(address)
        self.notice("The stocktake needs the network here.")
        self.browser.open(address)
        self.tap("Lamp")
        self.browser.wait(lambda: self.seen() == ["Lamp"], "not noted")
        self.notice("It is here.")
        self.assertNotIn("needs the network", self.browser.text("main"))


class OfflineStocktakePeople(Case):
    people = {"Anna": PASSWORD, "Ben": PASSWORD}

    def setUp(self):
        super().setUp()
        self.browser.command("Network.clearBrowserCookies")
        self.network = Network(self.program.address)
        self.addCleanup(self.network.cut)

    open = OfflineStocktake.open
    is_kept = OfflineStocktake.is_kept
    state = OfflineStocktake.state
    type_code = OfflineStocktake.type_code
    heading = OfflineStocktake.heading
    notice = OfflineStocktake.notice

    def sign_in(self, name, browser=None):
        browser = browser or self.browser
        browser.open((self.network.address if browser is self.browser else self.program.address) + "/sign-in")
        browser.fill("#name", name)
        browser.fill("#password", PASSWORD)
        browser.go("Sign in")

    def leave_a_code(self):
        self.sign_in("Anna")
        stocktake = self.browser.driver.execute_async_script("""
            const done = arguments[0]
            fetch("/stocktakes", {
              method: "POST", body: new URLSearchParams({ name: "Autumn" }), headers: { Accept: "application/json" },
            }).then((answer) => answer.json()).then(done)""")
        self.path = f"/stocktakes/{stocktake['id']}"
        self.open(self.path)
        self.browser.wait(self.is_kept, "not kept")
        self.network.cut()
        self.type_code("4711")
        self.heading("1 change waits for the network")

    def is_forgotten(self):
        return not self.is_kept() and not self.is_kept("") and self.state() is None

    def test_signing_out_removes_it_and_says_so(self):
        self.leave_a_code()
        # As if another tab had signed out while this one had no network.
        self.browser.command("Network.clearBrowserCookies")
        self.network.join()
        self.notice("1 change was not sent: you are signed out now.")
        self.browser.wait(self.is_forgotten, "still kept")
        self.sign_in("Ben")
        self.open(self.path)
        self.browser.wait(self.is_kept, "not kept")
        self.assertEqual(self.browser.all("#unknown"), [])
        self.network.cut()
        self.type_code("4711")
        self.heading("1 change waits for the network")
        # Signing out is all that gets through.
        self.browser.script("""
            window.fetch = () => Promise.reject(new Error("no network"))
            const form = Object.assign(document.createElement("form"), { method: "post", action: "/sign-out" })
            form.setAttribute("action", "/sign-out")
            form.append(document.createElement("button"))
            document.body.append(form)""")
        self.network.join()
        self.browser.script("document.body.lastElementChild.requestSubmit()")
        self.notice("1 change was not sent: you are signed out now.")
        self.browser.wait(self.is_forgotten, "still kept")

    def test_another_person_who_signs_in_without_a_page_between_sends_nothing(self):
        self.leave_a_code()
        other = Browser()
        self.addCleanup(other.close)
        # Cookies are the same for all ports of a machine.
        self.sign_in("Ben", other)
        cookie = next(cookie for cookie in other.driver.get_cookies() if cookie["name"] == "homeowner")
        self.browser.driver.execute_cdp_cmd(
            "Network.setCookie",
            {"name": cookie["name"], "value": cookie["value"], "domain": "127.0.0.1", "path": "/", "httpOnly": True})
        self.network.join()
        self.notice("1 change was not sent: you are signed in differently now.")
        self.browser.wait(lambda: not self.state()["waiting"], "still waits")
        other.open(self.program.address + self.path)
        self.assertEqual(other.all("#unknown"), [])
