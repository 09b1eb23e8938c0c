"""Every kind of page, at three widths, in both color schemes, and on paper."""

import glob
import os
import sys

from case import Case
from program import picture

# A page, with its address for the records of the case.
PAGES = [
    "/reminders",
    "/", "/items", "/items?q=a&hasImage=no", "/items?minValue=x", "/items?q=zzzz", "/items?perPage=5&page=2",
    "/items/new", "/items/{item}", "/items/{item}/edit", "/items/{item}/copy", "/items/{item}/delete",
    "/items/{item}/asset-type", "/items/{item}/sale?customer={customer}", "/items/{item}/photos",
    "/items/{item}/documents", "/items/{item}/photo", "/item-photos/1", "/documents", "/documents/1",
    "/documents/1/delete", "/asset-types", "/asset-types/1", "/asset-types/new", "/asset-types/1/edit",
    "/asset-types/1/delete", "/locations", "/locations/1", "/locations/2", "/locations/new", "/locations/1/edit",
    "/locations/1/delete", "/tags", "/tags/1", "/tags/1/edit", "/loans", "/loans?state=overdue", "/loans/1",
    "/loans/new", "/stocktakes", "/stocktakes/1", "/stocktakes/1/sightings", "/stocktakes/new",
    "/tasks", "/care", "/tasks/1", "/tasks/new?item={item}", "/item-fields", "/item-fields/1",
    "/item-fields/new", "/item-views", "/item-views/1", "/item-views/new", "/trash", "/trash/{trashed}",
    "/inbox", "/report", "/report?by=type&asOf=2020-01-01", "/report?asOf=x", "/labels?numbers=1-9",
    "/labels?numbers=1-3&sheet=99012", "/labels?skip=x", "/a/1", "/label-sheets", "/label-sheets/1",
    "/label-sheets/new", "/products/labels?id={product}",
    "/customers", "/customers/new", "/customers/{customer}", "/customers/{customer}/edit",
    "/customers/{customer}/delete", "/customers/{customer}/merge", "/customers/{customer}/anonymization",
    "/customers/{customer}/sales/new", "/customers/{customer}/statement", "/customers/cards", "/sales", "/sales/new",
    "/sales/new/walk-in", "/sales/parked", "/sales/{sale}", "/sales/{sale}/receipt",
    "/sales/{sale}/receipt?paper=roll", "/sales/{sale}/void", "/sales/{sale}/returns", "/sales/{sale}/payments",
    "/sales/{sale}/invoice", "/payments/1/receipt", "/payments/1/void", "/invoices", "/invoices/1", "/quotes",
    "/invoices/1/copy", "/quotes/1", "/quotes/1/copy", "/quotes/1/sale", "/quotes/new", "/shop", "/products/{product}/stock",
    "/sales/totals?by=tax&from=2026-11-01&to=2026-11-30", "/sales/totals?by=hour", "/sales/totals",
    "/sales/totals?by=product", "/sales/days/2026-11-20", "/sales/days/2026-11-19", "/sales/import",
    "/products", "/products/new", "/products/{product}", "/products/{product}/edit",
    "/products/{product}/copy", "/products/{product}/delete", "/groceries/{grocery}/copy", "/groceries", "/groceries?q=zz", "/groceries/new", "/groceries/{grocery}",
    "/groceries/{grocery}/edit", "/groceries/{grocery}/delete", "/book-categories", "/book-categories/{category}",
    "/book-categories/{category}/delete", "/books", "/books?category=none", "/books/new?category={category}",
    "/books/{book}", "/books/{book}/delete", "/books/{book}/pages", "/books/{book}/pages/new", "/pages/{leaf}",
    "/books/samples", "/places", "/places?q=zzzz", "/places?predicate=(", "/places/{place}", "/photos/{photo}",
    "/favorites", "/favorites/{place}", "/favorites?show=all", "/recents", "/model", "/model/Item",
    "/model/Item?predicate=x", "/model/Book?predicate=" + "z" * 90, "/search", "/search?q=a", "/search?q=zzzz",
    "/sections", "/settings", "/places/new", "/nothing", "/activity", "/activity?day=x", "/people", "/backup", "/import", "/help", "/help/all",
    "/help/start", "/help/scripts", "/help/places", "/help/labels",
]

# The pages of empty lists.
EMPTY_PAGES = [
    "/", "/items", "/inbox", "/locations", "/tags", "/loans", "/tasks", "/stocktakes", "/documents", "/report", "/trash", "/labels",
    "/item-fields", "/item-views", "/label-sheets", "/customers", "/sales", "/sales/parked", "/sales/totals",
    "/products", "/quotes", "/invoices", "/groceries", "/places", "/favorites", "/recents", "/search?q=zz",
]

# Widths with the color scheme in which axe checks a page, and the width of a tablet between them.
PHONE, TABLET, LAPTOP = 390, 820, 1440
# The space between the margins of A4 in portrait, in CSS pixels.
PAPER = 688

PASSWORD = "violet tin drum, eleven"
LONG_WORD = "Wohnzimmerschrankwandbeleuchtungsanlage" * 2


class PageCase(Case):
    """A case that opens each page once, and checks it in every view."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(axe(), encoding="utf-8") as file:
            cls.axe = file.read()

    def check_page(self, page):
        self.browser.show_in("dark")
        self.browser.resize(PHONE)
        self.open(page)
        # The expected status of an error page is no error.
        errors = [error for error in self.browser.errors() if page + " " not in error]
        self.assertEqual(errors, [])
        self.check_words()
        self.browser.script(self.axe)
        self.check_view(page, PHONE, "dark")
        self.check_view(page, TABLET)
        self.check_view(page, LAPTOP, "light")
        self.check_paper(page)

    def check_words(self):
        """Checks that the page has a title, and one first-level heading."""
        name, headings = self.browser.script(
            "return [document.title, document.querySelectorAll('h1').length]")
        self.assertTrue(name.endswith("Homeowner"), name)
        self.assertNotIn(name, ["", "Homeowner", " · Homeowner"])
        self.assertEqual(headings, 1)

    def check_view(self, page, width, scheme=None):
        """Checks that the page does not scroll sideways, and, with a color scheme, that axe finds no faults."""
        with self.subTest(page=page, width=width, scheme=scheme):
            if scheme:
                self.browser.show_in(scheme)
            self.browser.resize(width)
            self.assertLessEqual(self.width(), width)
            if scheme:
                self.assertEqual(self.violations(), [])

    def check_paper(self, page):
        """Checks that the printed page has no bar and no button, and fits the width of the paper."""
        with self.subTest(page=page, medium="print"):
            self.browser.show_in("light", medium="print")
            self.browser.resize(PAPER)
            shown = self.browser.script(
                "return [...document.querySelectorAll('.top, .sections, .tabs, .toolbar, .filter, .actions, .foot')]"
                ".filter(element => element.checkVisibility()).map(element => element.className)")
            self.assertEqual(shown, [])
            # Receipts and labels have their own paper sizes, and the model's tables are for a screen.
            if not self.browser.all(".receipt, .labels, .sheet"):
                self.assertLessEqual(self.width(), PAPER)

    def width(self):
        return self.browser.script("return document.documentElement.scrollWidth")

    def violations(self):
        return self.browser.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, { resultTypes: ['violations'], preload: false }).then(result => done(result.violations.map(violation =>"
            " `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)),"
            " error => done([String(error)]))")


class Pages(PageCase):
    items = 40
    photos = {"Lyon " + "l" * 80: 3, "Rome": 70}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        records = cls.add_inventory() | cls.add_sales() | cls.add_others()
        cls.pages = [page.format(**records) for page in PAGES]

    @classmethod
    def add_inventory(cls):
        program = cls.program
        item, other = [record["itemKey"] for record in program.get("/items.json")["records"]][:2]
        program.post("/locations", name="House", notes="The key is\nunder the stone")
        program.post("/locations", name=(LONG_WORD * 2)[:100], parent=1)
        program.post("/item-fields", name="Power in watts", kind="number")
        program.post("/item-fields", name="Insured " + LONG_WORD[:60], kind="flag")
        program.post(f"/items/{item}", **{
            "location": 2, "tags": f"tools, {LONG_WORD}, borrowable", "manufacturer": "Pfaff", "quantity": 3,
            "purchaseDate": "2019-05-04", "purchasePrice": "1249.50", "seller": LONG_WORD,
            "replacementValue": "1500", "warrantyUntil": "2027-12-31", "insurance": "Policy 77-1234",
            "notes": "A note\n" + LONG_WORD, "fields[1]": "120", "fields[2]": "yes"})
        for value in [900, 850, 700]:
            program.post(f"/items/{item}", valueInDollars=value)
        program.post("/items", itemName="N" * 200, serialNumber="S" * 90, valueInDollars=2147483647, container=item)
        for shade in [60, 120, 180]:
            program.upload(f"/items/{item}/photos", "file", f"{shade}.png", picture(bytes([shade] * 3), 320, 240))
        for name, kind in [("Receipt.png", "receipt"), (LONG_WORD + ".png", "manual")]:
            program.upload(f"/items/{item}/documents", "file", name, picture(b"\xff\xff\xff", 200, 280), kind=kind)
        program.post("/loans", item=item, borrower="Kim " + LONG_WORD, since="2026-01-10", due="2026-02-01")
        program.post("/loans", item=other, borrower="Ann", since="2026-01-10")
        program.post("/stocktakes", name="Count " + LONG_WORD)
        for code in [item, LONG_WORD, "https://elsewhere.example/x?" + LONG_WORD]:
            program.post("/stocktakes/1/sightings", code=code)
        program.post("/tasks", item=item, title="Oil it", due="2026-02-01", interval="6 months", notes="Thin oil")
        program.post("/tasks/1/done", done="2026-02-02", cost="12.50", doneNotes=LONG_WORD)
        program.post("/tasks", item=other, title=LONG_WORD)
        program.post("/item-views", name="Dear things", query="minValue=100&location=1&sort=-valueInDollars")
        program.post("/item-views", name=LONG_WORD, query="q=" + LONG_WORD)
        program.post("/label-sheets", name="From the market", pageWidth=210, pageHeight=297, labelWidth=48.5,
                     labelHeight=25.4, columns=4, rows=10, marginLeft=8, marginTop=21, gapAcross=0, gapDown=0)
        for shade in [40, 80, 200]:
            program.upload("/inbox", "photo", f"IMG_{shade}.png", picture(bytes([shade, 90, 90]), 320, 240))
        program.post("/inbox/2/merge", into=1)
        gone = program.post("/items", itemName="Broken " + LONG_WORD)
        program.post(f"/items/{gone['itemKey']}/delete")
        return {"item": item, "trashed": program.get("/trash.json")["records"][0]["id"]}

    @classmethod
    def add_sales(cls):
        program = cls.program
        for number in range(12):
            customer = program.post(
                "/customers", name=f"Customer {number} " + "x" * 60 * (number == 1),
                emailid=f"c{number}@example.org", productName="Rug", unitPrice="2")["id"]
        program.post(f"/customers/{customer}", **{
            "numbers": "mobile: +49 170 000", "tags": "friend, wholesale", "taxNumber": "DE99",
            "notes": "Pays late.\nRing twice.", "addresses[0][label]": "Shop", "addresses[0][street]": LONG_WORD,
            "addresses[0][city]": "Berlin", "addresses[0][countryCode]": "DE"})
        program.post("/shop/tax-rates", rateName="Value added tax", percent="8.875", isAdded="yes")
        program.post("/shop", taxRate=1, name="Shop " + "s" * 60, opening="50", address="12 Market Street")
        product = program.post("/products", name="Walnut " + "w" * 80, price="12.50", sku="W-1", lowStock=5,
                               barcode="5901234123457", unit="piece", category="Garden", cost="3.20")["id"]
        sold = {"lines[0][product]": product, "lines[0][quantity]": 3, "lines[0][discount]": "10 %"}
        sale = program.post(f"/customers/{customer}/sales", **sold, **{
            "discount": "1", "payments[0][kind]": 1, "payments[0][amount]": 5, "note": "N" * 90,
            "date": "2026-11-20"})["id"]
        program.post(f"/sales/{sale}/invoice", buyerName="Buyer " + LONG_WORD, buyerAddress="12 Long Street")
        program.post("/sales", **{"lines[0][product]": product, "date": "2026-11-19"})
        program.post("/sales/days/2026-11-19/closing", counted="70")
        program.post("/sales", **{"lines[0][productName]": "P" * 90, "park": "yes"})
        program.post("/quotes", buyerName="Buyer " + LONG_WORD, validThrough="2030-01-01", **sold)
        program.post(f"/products/{product}/stock", kind="delivered", quantity=12, note="n" * 90)
        return {"customer": customer, "product": product, "sale": sale}

    @classmethod
    def add_others(cls):
        program = cls.program
        place = program.place("Rome", 70)
        photo = program.get(f"/places/{place}.json")["records"][1]["id"]
        program.post(f"/photos/{photo}/favorite")
        program.post(f"/photos/{photo}/views")
        grocery = program.post("/groceries", entry="2 l milk")["id"]
        program.post(f"/groceries/{program.post('/groceries', entry='bread')['id']}/tick")
        book = program.get("/books.json")["records"][0]
        leaf = program.post(f"/books/{book['id']}/pages", text="A leaf " + "l" * 90)["id"]
        program.post(f"/books/{book['id']}", price="9.95")
        return {"place": place, "photo": photo, "grocery": grocery, "book": book["id"],
                "category": book["category"]["id"], "leaf": leaf}

    def test_each_page_fits_is_accessible_and_can_be_printed(self):
        for page in self.pages:
            with self.subTest(page=page):
                self.check_page(page)

    def test_the_lower_navigation_of_a_phone_stands_at_the_lower_edge(self):
        self.browser.resize(390)
        self.open("/items?hasImage=no&q=a")
        bar = self.browser.script("return document.querySelector('.sections').getBoundingClientRect().toJSON()")
        self.assertEqual((bar["left"], bar["right"], bar["bottom"]), (0, 390, 844))

    def test_of_a_row_that_is_wider_than_a_phone_the_chosen_one_is_in_sight(self):
        self.browser.resize(390)
        for page, chosen in [("/items?hasImage=no&q=a", ".chip[aria-current]"), ("/trash", ".tabs [aria-current]"),
                             ("/shop", ".tabs [aria-current]")]:
            with self.subTest(page=page):
                self.open(page)
                box = self.browser.script(
                    "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", chosen)
                self.assertGreaterEqual(box["left"], 0)
                self.assertLessEqual(box["right"], 390)

    def test_no_cell_of_a_card_lies_over_another(self):
        self.browser.resize(390)
        for page in ["/item-fields", "/documents", "/loans", "/tasks", "/locations", "/tags", "/trash", "/item-views",
                     "/label-sheets", "/quotes", "/invoices", "/customers", "/products", "/books", "/asset-types"]:
            with self.subTest(page=page):
                self.open(page)
                self.assertEqual(self.browser.script(OVERLAPS, ".row", ":scope > *"), [])

    def test_the_faults_of_a_line_stand_below_each_other(self):
        self.open("/sales/new/walk-in")
        for name, text in [("productName", "Lamp"), ("unitPrice", "1.234"), ("discount", "x")]:
            self.browser.fill(f"[name='lines[0][{name}]']", text)
        self.browser.go("Save sale")
        self.assertGreaterEqual(len(self.browser.all(".line__fault")), 2)
        for width in [390, 1440]:
            self.browser.resize(width)
            self.assertEqual(self.browser.script(OVERLAPS, ".line", ":scope > :not([hidden])"), [])

    def test_a_magnified_page_keeps_its_height_for_its_content(self):
        # The window sizes of a phone and a laptop at 200 %.
        for width, height in [(195, 422), (640, 360)]:
            with self.subTest(width=width):
                self.browser.resize(width, height)
                self.open("/items")
                self.browser.script("scrollTo(0, 400)")
                covered = self.browser.script(
                    "return [...document.querySelectorAll('.top, .sections')]"
                    ".filter(bar => ['fixed', 'sticky'].includes(getComputedStyle(bar).position)).length")
                self.assertEqual(covered, 0)
                self.assertLessEqual(self.width(), width)

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

    def test_what_is_missing_is_not_in_the_report_on_paper(self):
        self.open("/report")
        self.assertTrue(self.browser.one("#gaps").is_displayed())
        self.browser.show_in("light", medium="print")
        self.assertFalse(self.browser.one("#gaps").is_displayed())


class EmptyPages(PageCase):
    def test_each_page_says_how_to_begin(self):
        for page in EMPTY_PAGES:
            with self.subTest(page=page):
                self.check_page(page)
                self.assertTrue(self.browser.all(".blank"), "nothing says how to begin")


class SignedInPages(PageCase):
    """The sign-in pages."""

    items = 5
    people = {"Anna": PASSWORD, "Bartholomew " + LONG_WORD[:40]: PASSWORD}

    def sign_in(self):
        self.open("/sign-in")
        self.browser.fill("#name", "Anna")
        self.browser.fill("#password", PASSWORD)
        self.browser.go("Sign in")

    def test_each_page_fits_is_accessible_and_can_be_printed(self):
        with self.subTest(page="/sign-in"):
            self.check_page("/sign-in")
        self.browser.show_in("light")
        self.browser.resize(LAPTOP)
        self.sign_in()
        self.open("/items")
        item = self.browser.one("tbody .row__link").get_attribute("href")
        self.browser.open(item + "/edit")
        self.browser.fill("#itemName", LONG_WORD)
        self.browser.go("Save item")
        self.open("/sharing?list=/items")
        self.browser.fill("#name", "For the insurer")
        self.browser.go("Create link")
        shared = self.browser.text("#link")
        pages = ["/account", "/account/tokens", "/account/code", "/people", "/phone", "/settings", "/sharing", "/activity",
                 "/activity?person=Anna", "/tasks"]
        pages += [address.removeprefix(self.program.address) for address in [item, shared]]
        for page in pages:
            with self.subTest(page=page):
                self.check_page(page)


# The overlapping elements of each group (in `arguments[0]`), by their text.
OVERLAPS = """
    const boxes = (group) => [...group.querySelectorAll(arguments[1])]
      .filter((element) => element.checkVisibility() && element.textContent.trim())
      .map((element) => ({ text: element.textContent.trim(), box: element.getBoundingClientRect() }))
    const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
    return [...document.querySelectorAll(arguments[0])].flatMap((group) => {
      const all = boxes(group)
      return all.flatMap((one, index) => all.slice(index + 1)
        .filter((other) => cross(one.box, other.box)).map((other) => `${one.text} / ${other.text}`))
    })"""


def axe():
    """axe-core's script, from the package that contains it."""
    paths = [path for folder in sys.path
             for path in glob.glob(os.path.join(folder, "axe_playwright_python", "axe.min.js"))]
    if not paths:
        raise RuntimeError("axe-core is missing: run `make test-browser`, which installs it.")
    return paths[0]
