"""Settings, rooms created in other forms, and the controls of viewers."""

import subprocess
import os

from case import Case
from test_people import PASSWORD
from selenium.webdriver.support.select import Select


class Settings(Case):
    has_scripts = True
    items = 4

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)
        self.addCleanup(self.browser.allow_scripts, True)
        self.addCleanup(self.browser.driver.delete_all_cookies)

    def test_settings_are_one_tap_away_on_every_width(self):
        for width in (1440, 820, 390):
            with self.subTest(width=width):
                self.browser.resize(width)
                self.open("/items")
                self.browser.follow(".own__link[href$='/settings']")
                self.assertEqual(self.browser.text("h1"), "Settings")
                for path in ("/sections", "/shop", "/people", "/phone", "/backup", "/activity", "/model"):
                    self.browser.one(f"main a[href$='{path}']")

    def test_the_household_has_a_name_and_the_browser_its_own_look(self):
        self.open("/settings")
        self.browser.fill("#household", "Mill Lane 12")
        Select(self.browser.one("#currency")).select_by_value("EUR")
        self.browser.go("Save")
        self.assertEqual(self.browser.text(".brand__name"), "Mill Lane 12")
        self.assertEqual(self.program.get("/shop.json")["currency"], "EUR")
        self.browser.go("Dark")
        self.assertEqual(self.scheme(), "dark")
        self.open("/items")
        self.assertEqual(self.scheme(), "dark")
        self.open("/settings")
        self.browser.go("As the device")
        self.assertEqual(self.scheme(), "light dark")
        self.program.post("/settings", household="", currency="USD")

    def scheme(self):
        return self.browser.script("return getComputedStyle(document.documentElement).colorScheme")

    def test_a_room_is_made_in_the_form_of_an_item(self):
        name = f"Attic {self.has_scripts}"
        self.open("/items/new")
        self.browser.fill("#itemName", "Skis")
        field = self.browser.one("#newLocation")
        self.assertFalse(field.is_displayed())
        Select(self.browser.one("#location")).select_by_visible_text("New location…")
        self.assertTrue(field.is_displayed())
        # A rejected form keeps the name of the room.
        self.browser.fill("#newLocation", f"House {self.has_scripts} > {name}")
        self.browser.fill("#valueInDollars", "x")
        self.browser.go("Save item")
        self.assertEqual(
            self.browser.one("#newLocation").get_attribute("value"), f"House {self.has_scripts} > {name}")
        self.browser.fill("#valueInDollars", "120")
        self.browser.go("Save item")
        self.assertIn(f"House {self.has_scripts} › {name}", self.browser.text("main"))
        found = [place["name"] for place in self.program.get("/locations.json")["records"]]
        self.assertIn(name, found)


class SettingsWithoutScripts(Settings):
    has_scripts = False


class Viewer(Case):
    """Controls without access are not offered."""

    items = 4
    people = {"Anna": PASSWORD}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        path = os.environ["HOMEOWNER"]
        subprocess.run(
            [path, "user", "add", "Ben", "--role", "viewer", "--data", os.path.join(cls.program.folder, "data")],
            input=PASSWORD + "\n", text=True, check=True, stdout=subprocess.DEVNULL, timeout=600)

    def test_no_handle_no_fold_and_no_button_is_there_for_nothing(self):
        self.open("/sign-in")
        self.browser.fill("#name", "Ben")
        self.browser.fill("#password", PASSWORD)
        self.browser.go("Sign in")
        self.assertEqual(self.browser.text(".own__name"), "Ben")
        self.open("/items")
        self.browser.one("tbody .row__link")
        for selector in (".grip", ".pick", ".selection", ".moves"):
            self.assertEqual(self.browser.all(selector), [], selector)
        self.browser.follow("tbody .row__link")
        self.assertIn("Value", self.browser.text("main"))
        folds = self.browser.texts("main .fold__summary")
        self.assertEqual(folds, ["Technical details"])
        # Everyone may print.
        buttons = [b.text for b in self.browser.all("main .button") if b.is_displayed() and b.text]
        self.assertEqual([text for text in buttons if text != "Label"], [])
        self.open("/places")
        self.assertNotIn("Add photos", self.browser.text("main"))
        self.assertNotIn("New album", self.browser.text("main"))
        self.assertEqual(self.browser.errors(), [])
