"""Signing in and out, and the link that signs a phone in."""

import urllib.error
import urllib.request
from urllib.parse import urlsplit

from browser import Browser, Keys
from case import Case

PASSWORD = "violet tin drum, eleven"


class People(Case):
    people = {"Anna": PASSWORD}
    serve = ["--allowed-host", "house.local"]
    has_scripts = True

    def setUp(self):
        super().setUp()
        self.browser.command("Network.clearBrowserCookies")
        self.browser.allow_scripts(self.has_scripts)

    def open(self, path, browser=None):
        (browser or self.browser).open(self.program.address + path)

    def path(self, browser=None):
        parts = urlsplit((browser or self.browser).driver.current_url)
        return parts.path + ("?" + parts.query if parts.query else "")

    def sign_in(self):
        self.open("/sign-in")
        self.browser.fill("#name", "Anna")
        self.browser.fill("#password", PASSWORD)
        self.browser.go("Sign in")

    def test_one_signs_in_and_comes_to_what_one_wanted(self):
        self.open("/items?q=lamp")
        self.assertEqual(self.path(), "/sign-in?next=%2Fitems%3Fq%3Dlamp")
        self.assertEqual(self.browser.all(".sections__link"), [])
        # The attributes that password managers use.
        self.assertEqual(self.browser.one("#name").get_attribute("autocomplete"), "username")
        field = self.browser.one("#password")
        self.assertEqual(field.get_attribute("autocomplete"), "current-password")
        self.browser.fill("#name", "anna")
        self.browser.fill("#password", "wrong wrong wrong")
        self.browser.go("Sign in")
        self.assertIn("The name or the password is wrong", self.browser.text(".field__fault"))
        self.assertEqual(self.browser.one("#name").get_attribute("value"), "anna")
        self.assertEqual(self.browser.one("#password").get_attribute("value"), "")
        self.browser.fill("#password", PASSWORD)
        self.browser.one("#password").send_keys(Keys.ENTER)
        self.browser.wait(lambda: self.path() == "/items?q=lamp", "not where one wanted to go")
        cookies = self.browser.driver.get_cookies()
        self.assertEqual([cookie["httpOnly"] for cookie in cookies if cookie["name"] == "homeowner"], [True])

    def test_a_password_is_shown_on_demand(self):
        self.open("/sign-in")
        buttons = self.browser.texts("button.reveal")
        if not self.has_scripts:
            self.assertEqual(buttons, [])
            return
        self.browser.fill("#password", PASSWORD)
        self.browser.press("Show the password")
        self.assertEqual(self.browser.one("#password").get_attribute("type"), "text")
        self.browser.press("Hide the password")
        self.assertEqual(self.browser.one("#password").get_attribute("type"), "password")
        self.assertEqual(self.browser.one("#password").get_attribute("value"), PASSWORD)

    def test_signed_out_is_signed_out(self):
        self.sign_in()
        self.open("/account")
        self.browser.go("Sign out")
        self.assertEqual(self.path(), "/sign-in")
        self.browser.driver.back()
        self.open("/items")
        self.assertEqual(self.path(), "/sign-in?next=%2Fitems")

    def test_a_phone_signs_in_by_the_link_that_the_screen_shows(self):
        self.sign_in()
        self.open("/phone")
        self.browser.go("Show the QR code")
        self.assertEqual(self.browser.one("svg.qr").get_attribute("role"), "img")
        self.assertIn("within 5 minutes", self.browser.text("main"))
        link = self.browser.text("#link").strip()
        self.assertEqual(urlsplit(link).hostname, "house.local")
        phone = Browser()
        self.addCleanup(phone.close)
        phone.resize(390)
        phone.allow_scripts(self.has_scripts)
        self.open(urlsplit(link).path, phone)
        self.assertIn("will be signed in as Anna", phone.text("main"))
        phone.go("Sign in as Anna")
        self.assertEqual(self.path(phone), "/")
        self.open("/account", phone)
        self.assertEqual(phone.text("h1"), "Anna")
        # The link works only once.
        with self.assertRaises(urllib.error.HTTPError) as over:
            urllib.request.urlopen(self.program.address + urlsplit(link).path)
        self.assertEqual(over.exception.code, 410)
        over.exception.close()

    def test_a_token_is_shown_once_and_works(self):
        self.sign_in()
        self.open("/account/tokens")
        self.browser.fill("#name", f"Script {self.has_scripts}")
        self.browser.go("Create token")
        token = self.browser.text("#token").strip()
        request = urllib.request.Request(
            self.program.address + "/items.json", headers={"Authorization": "Bearer " + token})
        with urllib.request.urlopen(request) as answer:
            self.assertEqual(answer.status, 200)
        self.open("/account/tokens")
        self.assertNotIn(token, self.browser.script("return document.body.innerText"))

    def test_nothing_is_complained_of(self):
        self.sign_in()
        for path in ["/account", "/account/tokens", "/account/code", "/phone", "/people", "/sharing",
                     "/activity"]:
            with self.subTest(path=path):
                self.open(path)
                self.browser.one("h1")
                self.assertEqual(self.browser.errors(), [])
                self.browser.resize(390)
                wide = self.browser.script(
                    "return document.documentElement.scrollWidth > document.documentElement.clientWidth")
                self.assertFalse(wide, "the page is wider than a phone")
                self.browser.resize(1440)


class PeopleWithoutScripts(People):
    has_scripts = False
