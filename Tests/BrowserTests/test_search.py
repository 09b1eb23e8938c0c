"""The global search, from every page."""

from browser import Keys
from case import Case


class Search(Case):
    has_scripts = True

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program.post("/items", itemName="Reading lamp")
        cls.program.post("/items", itemName="Lampshade")
        cls.program.post("/groceries", entry="2 lamp oil")
        cls.program.post(
            "/customers", name="Ann Lamprecht", emailid="ann@example.org", productName="Tea",
            unitPrice="3")

    def labels(self):
        return self.browser.texts(".hits__label")

    def test_any_page_leads_to_what_has_the_word(self):
        for page in ["/", "/customers", "/groceries", "/model"]:
            with self.subTest(page=page):
                self.open(page)
                self.browser.fill("#find", "lamp")
                with self.browser.next_page():
                    self.browser.one("#find").send_keys(Keys.ENTER)
                self.assertIn("/search?q=lamp", self.browser.driver.current_url)
                self.assertEqual(
                    self.labels(), ["Reading lamp", "Lampshade", "Ann Lamprecht", "lamp oil"])
        self.browser.go("Lampshade")
        self.assertEqual(self.browser.text("h1"), "Lampshade")
        self.assertEqual(self.browser.errors(), [])

    def test_a_list_is_searched_in_itself(self):
        self.open("/items")
        self.browser.fill("#q", "shade")
        with self.browser.next_page():
            self.browser.one("#q").send_keys(Keys.ENTER)
        self.assertIn("/items?q=shade", self.browser.driver.current_url)
        self.assertEqual(
            self.browser.texts("tbody .row__link"), ["Lampshade"])
        self.assertEqual(self.browser.one("#q").get_attribute("value"), "shade")


class SearchWithoutScripts(Search):
    has_scripts = False


class SearchByKeys(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program.post("/items", itemName="Reading lamp")
        cls.program.post("/items", itemName="Lampshade")

    def focused(self):
        return self.browser.script("return document.activeElement.innerText || document.activeElement.id")

    def test_a_slash_arrows_and_enter_lead_to_a_hit(self):
        self.open("/sales/totals")
        self.browser.keys("/")
        self.assertEqual(self.focused(), "find")
        with self.browser.next_page():
            self.browser.keys("lamp", Keys.ENTER)
        self.assertIn("/search?q=lamp", self.browser.driver.current_url)
        self.browser.wait(lambda: self.focused() == "find")

        # The cursor is at the end of the text, to continue typing.
        self.assertEqual(self.browser.script("return document.activeElement.selectionStart"), 4)

        self.browser.keys(Keys.ARROW_DOWN)
        self.assertEqual(self.focused(), "Reading lamp")
        self.browser.keys(Keys.ARROW_DOWN)
        self.assertEqual(self.focused(), "Lampshade")
        self.browser.keys(Keys.ARROW_DOWN)
        self.assertEqual(self.focused(), "Lampshade")
        self.browser.keys(Keys.ARROW_UP, Keys.ARROW_UP)
        self.assertEqual(self.focused(), "find")
        self.browser.keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.browser.wait(lambda: self.browser.text("h1") == "Reading lamp")
