"""Two browsers on one list, and on one record."""

from browser import Browser
from case import Case


class Live(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.other = Browser()
        cls.addClassCleanup(cls.other.close)

    def setUp(self):
        super().setUp()
        self.other.open("about:blank")
        for item in self.program.get("/items.json")["records"]:
            self.program.post(f"/items/{item['itemKey']}/delete")
        self.keys = [self.program.post("/items", itemName=name, valueInDollars=10)["itemKey"]
                     for name in "ABC"]

    def names(self):
        return "".join(self.browser.script(
            "return [...document.querySelectorAll('tbody .row__link')].map(link => link.textContent)"))

    def test_rows_come_move_change_and_go_with_their_totals_while_one_types(self):
        self.open("/items")
        self.browser.script("document.querySelector('#q').focus()")
        self.browser.keys("half a wo")
        self.other.open(self.program.address + "/items/new")
        self.other.fill("#itemName", "D")
        self.other.fill("#valueInDollars", "70")
        self.other.go("Save item")

        self.browser.wait(lambda: self.names() == "ABCD", "no new row")
        self.browser.wait(lambda: "$100" in self.browser.text(".row--total"), "no new total")
        self.program.post(f"/items/{self.keys[2]}/position", toIndex=0)
        self.browser.wait(lambda: self.names() == "CABD", "no moved row")
        self.program.post(f"/items/{self.keys[0]}", itemName="Z")
        self.browser.wait(lambda: self.names() == "CZBD", "no changed row")
        self.program.post(f"/items/{self.keys[1]}/delete")
        self.browser.wait(lambda: self.names() == "CZD", "no row gone")

        self.assertEqual(self.browser.script("return document.activeElement.id"), "q")
        self.assertEqual(
            self.browser.script("return document.querySelector('#q').value"), "half a wo")
        self.assertEqual(self.browser.errors(), [])

    def test_two_hands_on_one_shopping_list(self):
        self.open("/groceries")
        self.other.open(self.program.address + "/groceries")
        self.browser.fill("#entry", "bre")
        self.other.fill("#entry", "2 l milk")
        self.other.press("Add")
        self.browser.wait(lambda: "milk" in self.browser.text("main"), "no milk")
        self.assertEqual(
            self.browser.script("return document.querySelector('#entry').value"), "bre")
        self.browser.tap(".tick")
        self.other.wait(lambda: self.other.all(".list--ticked"), "not ticked off there")

    def test_a_record_that_is_edited_elsewhere_says_so_before_one_types_on(self):
        path = f"/items/{self.keys[0]}"
        self.open(path)
        self.other.open(self.program.address + path + "/edit")
        self.browser.wait(
            lambda: "Another window has this open to edit." in self.browser.text(".notices"), "not said")
        self.browser.go("Edit")
        self.browser.wait(
            lambda: "Another window has this open to edit." in self.browser.text(".notices"), "not said")

        self.browser.fill("#itemName", "Mine")
        self.other.fill("#itemName", "Theirs")
        self.other.go("Save item")
        self.browser.wait(
            lambda: "This was changed in another window meanwhile." in self.browser.text(".notices"),
            "not said")
        self.browser.wait(
            lambda: "Another window has" not in self.browser.text(".notices"), "still said")
        self.assertEqual(self.browser.one("#itemName").get_attribute("value"), "Mine")

    def test_a_record_and_the_first_page_follow_too(self):
        customer = self.program.post(
            "/customers", name="Ann", emailid="ann@example.org", productName="Tea", unitPrice="3")["id"]
        for page, change, text in [
            (f"/items/{self.keys[0]}", lambda: self.program.post(
                f"/items/{self.keys[0]}", itemName="Sofa"), "Sofa"),
            ("/", lambda: self.program.post("/groceries", entry="7 figs"), "7 × figs"),
            (f"/customers/{customer}", lambda: self.program.post(
                f"/customers/{customer}", name="Anna"), "Anna"),
            ("/sales", lambda: self.program.post(
                f"/customers/{customer}/sales", **{"lines[0][productName]": "Fig jam",
                                                   "lines[0][unitPrice]": "4"}), "Fig jam"),
            ("/sales/totals", lambda: self.program.post(
                f"/customers/{customer}/sales", **{"lines[0][productName]": "Ladder",
                                                   "lines[0][unitPrice]": "993"}), "$1,000.00"),
        ]:
            with self.subTest(page=page):
                self.open(page)
                self.assertNotIn(text, self.browser.text("main"))
                change()
                self.browser.wait(lambda: text in self.browser.text("main"), f"no {text}")

    def test_who_looks_at_a_record_that_goes_is_told(self):
        self.open(f"/items/{self.keys[0]}")
        self.program.post(f"/items/{self.keys[0]}/delete")
        self.browser.wait(
            lambda: "This was deleted in another window." in self.browser.text(".notices"), "not told")
