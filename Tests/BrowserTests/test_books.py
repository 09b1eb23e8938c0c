"""Books with their categories and pages, with and without scripts."""

from selenium.webdriver.support.ui import Select

from browser import Keys
from case import Case


class Books(Case):
    has_scripts = True

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)

    def test_a_book_is_written_priced_turned_and_deleted(self):
        category = f"Gardens {self.has_scripts}"
        self.open("/book-categories/new")
        self.browser.fill("#name", category)
        self.browser.go("Save category")
        self.browser.go("Add a book")
        self.assertEqual(
            Select(self.browser.one("#category")).first_selected_option.text, category)
        self.browser.fill("#title", "Pruning")
        self.browser.fill("#price", "15")
        self.browser.go("Save book")
        self.assertEqual(self.browser.text("h1"), "Pruning")

        for text in ["First cut\nin March", "Second cut"]:
            self.browser.follow("a[href$='/pages/new']")
            self.browser.fill("#text", text)
            self.browser.go("Save page")
            self.browser.go("Pruning")
        self.browser.go("Read")
        self.assertEqual(
            self.browser.texts(".leaf__text p"), ["First cut", "in March"])
        self.browser.go("Next page")
        self.assertEqual(self.browser.text(".head__summary"), "Page 2 of 2")
        self.browser.go("Pruning")

        self.browser.go("Edit")
        self.browser.fill("#price", "9.50")
        self.browser.go("Save book")
        change = self.browser.texts("#history tbody tr:first-child > *")
        self.assertEqual(change[:3], ["Price", "$15.00", "$9.50"])
        self.browser.go(category)
        self.assertEqual(
            self.browser.texts("#bargains .row__link"), ["Pruning"])

        self.browser.go("Delete")
        self.browser.tap("[name=books][value=delete]")
        self.assertIn("Nullify", self.browser.text(".ask"))
        self.browser.go("Delete category")
        self.assertEqual(self.program.get("/books.json?q=Pruning")["total"], 0)
        self.assertEqual(self.browser.errors(), [])

    def test_samples_are_loaded_again_after_a_question(self):
        self.program.post("/book-categories", name=f"Mine {self.has_scripts}")
        self.open("/books/samples")
        self.assertIn("categor", self.browser.text(".ask"))
        self.browser.follow(".ask .button--danger-filled")
        names = [row["name"] for row in self.program.get("/book-categories.json")["records"]]
        self.assertNotIn(f"Mine {self.has_scripts}", names)
        self.assertGreater(len(names), 1)


class BooksWithoutScripts(Books):
    has_scripts = False


class BooksByKeys(Case):
    def test_a_book_is_written_turned_and_deleted_without_a_mouse(self):
        self.open("/books")
        self.browser.enter("New book")
        # The first field is focused.
        self.browser.type(
            "Knots", Keys.TAB, "Ann Sailor", Keys.TAB, Keys.TAB, "14", Keys.TAB, "Travel")
        self.browser.enter("Save book")
        for link, text in [("Write the first page", "A bowline"), ("Add page", "A sheet bend")]:
            self.browser.enter(link)
            self.browser.type(text)
            self.browser.enter("Save page")
            self.browser.enter("Knots")
        self.browser.enter("Read")
        self.assertEqual(self.browser.text(".leaf__text p"), "A bowline")
        self.browser.enter("Next page")
        self.assertEqual(self.browser.text(".leaf__text p"), "A sheet bend")
        self.browser.enter("Knots")
        self.browser.enter("Delete")
        self.browser.enter("Delete book")
        self.assertEqual(self.program.get("/books.json?q=Knots")["total"], 0)
        self.assertEqual(self.browser.errors(), [])
