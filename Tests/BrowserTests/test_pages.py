"""Every kind of page, at three widths, in both colour schemes."""

import glob
import os
import sys

from case import Case

# A page, its address made from the records of the case.
PAGES = [
    "/", "/items", "/items?q=a&hasImage=no", "/items?minValue=x", "/items?q=zzzz", "/items?perPage=5&page=2",
    "/items/new", "/items/{item}", "/items/{item}/edit", "/items/{item}/delete",
    "/items/{item}/asset-type", "/items/{item}/sale?customer={customer}",
    "/asset-types", "/asset-types/1", "/asset-types/new", "/asset-types/1/edit", "/asset-types/1/delete",
    "/customers", "/customers/new", "/customers/{customer}", "/customers/{customer}/edit",
    "/customers/{customer}/delete", "/customers/{customer}/merge", "/customers/{customer}/anonymization",
    "/customers/{customer}/sales/new", "/sales", "/sales/new", "/sales/{sale}", "/sales/{sale}/receipt",
    "/sales/{sale}/receipt?paper=roll", "/sales/{sale}/void", "/sales/{sale}/returns",
    "/customers/{customer}/statement", "/sales/{sale}/invoice", "/invoices", "/sales/new/walk-in", "/sales/parked", "/sales/{sale}/payments", "/payments/1/receipt", "/payments/1/void", "/shop",
    "/products/{product}/stock", "/sales/totals?by=tax&from=2026-11-01&to=2026-11-30", "/sales/totals?by=hour",
    "/sales/totals", "/sales/totals?by=product", "/sales/days/2026-11-20", "/sales/import",
    "/products", "/products/new", "/products/{product}", "/products/{product}/edit",
    "/products/{product}/delete", "/groceries", "/groceries?q=zz", "/groceries/new", "/groceries/{grocery}",
    "/groceries/{grocery}/edit", "/groceries/{grocery}/delete", "/book-categories", "/book-categories/{category}",
    "/book-categories/{category}/delete", "/books", "/books?category=none", "/books/new?category={category}",
    "/books/{book}", "/books/{book}/delete", "/books/{book}/pages", "/books/{book}/pages/new", "/pages/{leaf}",
    "/books/samples", "/places", "/places?q=zzzz", "/places?predicate=(", "/places/{place}", "/photos/{photo}",
    "/favorites", "/favorites/{place}", "/favorites?show=all", "/recents", "/model", "/model/Item",
    "/model/Item?predicate=x", "/model/Book?predicate=" + "z" * 90, "/search", "/search?q=a", "/search?q=zzzz", "/sections", "/nothing",
    "/backup", "/import", "/help", "/help/all", "/help/start", "/help/scripts", "/help/places",
]


class Pages(Case):
    items = 40
    photos = {"Lyon " + "l" * 80: 3, "Rome": 70}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        item = cls.program.get("/items.json")["records"][0]["itemKey"]
        for number in range(12):
            customer = cls.program.post(
                "/customers", name=f"Customer {number} " + "x" * 60 * (number == 1),
                emailid=f"c{number}@example.org", productName="Rug", unitPrice="2")["id"]
        cls.program.post("/shop/tax-rates", rateName="Value added tax", percent="8.875", isAdded="yes")
        cls.program.post("/shop", taxRate=1, name="Shop " + "s" * 60, opening="50")
        product = cls.program.post("/products", name="Walnut " + "w" * 80, price="12.50")["id"]
        sale = cls.program.post(f"/customers/{customer}/sales", **{
            "lines[0][product]": product, "lines[0][quantity]": 3, "lines[0][discount]": "10 %",
            "discount": "1", "payments[0][kind]": 1, "payments[0][amount]": 5, "note": "N" * 90,
            "date": "2026-11-20"})["id"]
        cls.program.post("/sales", **{"lines[0][productName]": "P" * 90, "park": "yes"})
        cls.program.post(f"/products/{product}/stock", kind="delivered", quantity=12, note="n" * 90)
        cls.program.post("/items", itemName="N" * 200, serialNumber="S" * 90, valueInDollars=2147483647)
        place = cls.program.place("Rome", 70)
        photo = cls.program.get(f"/places/{place}.json")["records"][1]["id"]
        cls.program.post(f"/photos/{photo}/favorite")
        cls.program.post(f"/photos/{photo}/views")
        grocery = cls.program.post("/groceries", entry="2 l milk")["id"]
        cls.program.post(f"/groceries/{cls.program.post('/groceries', entry='bread')['id']}/tick")
        book = cls.program.get("/books.json")["records"][0]
        leaf = cls.program.post(f"/books/{book['id']}/pages", text="A leaf " + "l" * 90)["id"]
        cls.program.post(f"/books/{book['id']}", price="9.95")
        cls.pages = [page.format(item=item, customer=customer, product=product, sale=sale, grocery=grocery,
                                 category=book["category"]["id"], book=book["id"], leaf=leaf, place=place,
                                 photo=photo)
                     for page in PAGES]

    def check_each(self, check, *views):
        """Opens every page in every view, a width and a colour scheme, and checks it."""
        for page in self.pages:
            for width, scheme in views:
                with self.subTest(page=page, width=width, scheme=scheme):
                    self.browser.resize(width)
                    self.browser.show_in(scheme)
                    self.open(page)
                    check(page, width)

    def test_no_page_scrolls_sideways_or_logs_an_error(self):
        def check(page, width):
            self.assertLessEqual(
                self.browser.script("return document.documentElement.scrollWidth"), width)
            # That the page itself was refused, as some are here, is no error of it.
            errors = [error for error in self.browser.errors() if page + " " not in error]
            self.assertEqual(errors, [])

        self.check_each(check, (390, "light"), (820, "light"), (1440, "light"))

    def test_axe_finds_nothing(self):
        with open(axe(), encoding="utf-8") as file:
            script = file.read()

        def check(page, width):
            self.browser.script(script)
            found = self.browser.driver.execute_async_script(
                "const done = arguments[arguments.length - 1];"
                "axe.run().then(result => done(result.violations.map(violation =>"
                " `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)),"
                " error => done([String(error)]))")
            self.assertEqual(found, [])

        self.check_each(check, (390, "dark"), (820, "light"), (1440, "light"))

    def test_the_lower_navigation_of_a_phone_stands_at_the_lower_edge(self):
        self.browser.resize(390)
        self.open("/items?hasImage=no&q=a")
        bar = self.browser.script("return document.querySelector('.sections').getBoundingClientRect().toJSON()")
        self.assertEqual((bar["left"], bar["right"], bar["bottom"]), (0, 390, 844))
        chip = self.browser.script(
            "return document.querySelector('.chip[aria-current]').getBoundingClientRect().toJSON()")
        self.assertGreaterEqual(chip["left"], 0)
        self.assertLessEqual(chip["right"], 390)

    def test_a_magnified_page_keeps_its_height_for_its_content(self):
        # What a phone and a laptop leave at 200 %.
        for width, height in [(195, 422), (640, 360)]:
            with self.subTest(width=width):
                self.browser.resize(width, height)
                self.open("/items")
                self.browser.script("scrollTo(0, 400)")
                covered = self.browser.script(
                    "return [...document.querySelectorAll('.top, .sections')]"
                    ".filter(bar => ['fixed', 'sticky'].includes(getComputedStyle(bar).position)).length")
                self.assertEqual(covered, 0)
                self.assertLessEqual(
                    self.browser.script("return document.documentElement.scrollWidth"), width)

    def test_a_table_that_is_shown_as_cards_is_a_table_to_a_screen_reader(self):
        self.browser.resize(390)
        self.open("/items")
        for selector, role in [
            (".list__table", "table"), ("thead th.cell-name", "columnheader"), ("tbody tr", "row"),
            ("tbody th.cell-name", "rowheader"), ("tbody td.cell-value", "cell"),
        ]:
            with self.subTest(selector=selector):
                self.assertEqual(self.browser.one(selector).aria_role, role)

    def test_the_tab_order_begins_with_the_way_to_the_content(self):
        self.open("/items")
        self.browser.keys("\ue004")
        self.assertEqual(
            self.browser.script("return document.activeElement.textContent"), "Skip to the content")


def axe():
    """axe-core's script, in the package that brings it."""
    paths = [path for folder in sys.path
             for path in glob.glob(os.path.join(folder, "axe_playwright_python", "axe.min.js"))]
    if not paths:
        raise RuntimeError("axe-core is missing: run `make test-browser`, which installs it.")
    return paths[0]
