"""The shopping list, with and without scripts, by keys and on paper."""

import base64
import re

from browser import Keys, is_gone
from case import Case


class Groceries(Case):
    has_scripts = True

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)
        for item in self.program.get("/groceries.json?perPage=200")["records"]:
            self.program.post(f"/groceries/{item['id']}/delete")

    def add(self, text):
        self.browser.fill("#entry", text)
        page, rows = self.browser.one("html"), self.rows()
        self.browser.one("#entry").send_keys(Keys.ENTER)
        # With scripts the page stays, without them another page comes.
        self.browser.wait(lambda: is_gone(page) or self.rows() != rows, f"“{text}” is not added")

    def tick(self, name):
        key = self.browser.script("""
            return [...document.querySelectorAll(".list--groceries tbody tr")]
              .find((row) => row.querySelector(".row__link").textContent === arguments[0]).id""", name)
        self.browser.tap(f"#{key} .tick")
        # With scripts the row disappears from the page; without them another page is loaded.
        self.browser.wait(lambda: name in [ticked for ticked, _ in self.rows(".list--ticked")],
                          f"“{name}” is not ticked off")

    def rows(self, table=".list--groceries:not(.list--ticked)"):
        return [tuple(row) for row in self.browser.script("""
            return [...document.querySelectorAll(arguments[0] + " tbody tr")].map((row) =>
              [row.querySelector(".row__link").innerText.trim(), row.querySelector(".cell-value").innerText.trim()])""",
                                                          table)]

    def wait_for(self, *rows, ticked=()):
        """Waits for the rows of both lists: if the server is slow, the browser shows those that it keeps before."""
        self.browser.wait(lambda: self.rows() == list(rows) and self.rows(".list--ticked") == list(ticked),
                          f"not {rows} and {ticked}")

    def test_a_phone_shows_the_list_and_unfolds_the_rest(self):
        self.open("/groceries")
        for text in ["milk", "eggs", "flour"]:
            self.add(text)
        parts = [".toolbar", ".head .actions"]
        for width, is_folded in [(390, True), (1440, False)]:
            with self.subTest(width=width):
                self.browser.resize(width)
                self.open("/groceries")
                for part in parts:
                    self.assertEqual(self.browser.one(part).is_displayed(), not is_folded, part)
                self.assertEqual(self.browser.one(".further > summary").is_displayed(), is_folded)
                self.browser.wait(lambda: len(self.rows()) == 3, "not shown")
                top = self.browser.script(
                    "return document.querySelector('.list--groceries').getBoundingClientRect().top")
                self.assertLess(top, 340 if is_folded else 400)
        self.browser.resize(390)
        self.open("/groceries")
        self.browser.press("Search, print and more")
        for part in parts:
            self.assertTrue(self.browser.one(part).is_displayed(), part)
        self.open("/groceries?q=milk")
        self.assertTrue(self.browser.one(".toolbar").is_displayed())

    def test_a_list_is_typed_ticked_off_cleared_and_undone(self):
        self.open("/groceries")
        for text in ["2 l milk", "3x eggs", "½ kg flour", "2 wugs of dill"]:
            self.add(text)
            self.assertEqual(self.browser.script("return document.activeElement.id"), "entry")
        self.add("milk 1 l")
        milk, eggs, flour, dill = ("milk", "3 l"), ("eggs", "3 ×"), ("flour", "0.5 kg"), ("wugs of dill", "2 ×")
        self.wait_for(milk, eggs, flour, dill)
        self.browser.one("#entry-names option[value=eggs]")

        for name in ["eggs", "flour"]:
            self.tick(name)
        self.wait_for(milk, dill, ticked=[eggs, flour])
        self.browser.go("Clear 2 ticked off")
        self.wait_for(milk, dill)

        self.browser.go("Undo: clear 2 items")
        self.wait_for(milk, dill, ticked=[eggs, flour])
        self.browser.go("Redo: clear 2 items")
        self.wait_for(milk, dill)
        self.assertEqual(self.browser.errors(), [])

    def test_what_cannot_be_read_comes_back_with_its_reason(self):
        self.open("/groceries")
        self.add("2 l")
        self.assertIn("2 l", self.browser.text(".field__fault"))
        self.assertEqual(self.browser.one("#entry").get_attribute("value"), "2 l")


class GroceriesWithoutScripts(Groceries):
    has_scripts = False


class GroceriesByKeys(Case):
    def test_a_list_is_kept_without_a_mouse(self):
        self.open("/groceries")
        for text in ["bread", "butter"]:
            self.browser.type(text, Keys.ENTER)
            self.browser.wait(lambda: text in self.browser.texts(".row__link"), f"no {text}")
        self.browser.script("document.querySelector('#grocery-2 .row__link').focus()")
        self.browser.chord(Keys.ALT, Keys.ARROW_UP)
        self.browser.wait(lambda: [item["name"] for item in self.program.get(
            "/groceries.json")["records"]] == ["butter", "bread"], "not moved")

        self.open("/groceries")
        self.browser.wait(lambda: self.browser.texts(".row__link") == ["butter", "bread"], "not shown")
        # From the field: Add, search, filters, order, then the rows.
        self.browser.tab_to("#grocery-2 .tick")
        self.assertIn("Tick off butter", self.browser.script("return document.activeElement.textContent"))
        self.browser.keys(Keys.ENTER)
        self.browser.wait(lambda: self.program.get("/groceries.json?ticked=yes")["total"] == 1)


class GroceriesOnPaper(Case):
    def test_a_long_list_is_one_page(self):
        for number in range(90):
            self.program.post("/groceries", entry=f"{number % 9 + 1} kg of something no. {number}x")
        self.open("/groceries?perPage=200")
        pdf = base64.b64decode(self.browser.command(
            "Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)["data"])
        self.assertEqual(len(re.findall(rb"/Type\s*/Page[^s]", pdf)), 1)
