"""The positions of elements, and their stability."""

from case import Case


class Looks(Case):
    items = 3

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for number in range(8):
            cls.program.post("/groceries", entry=f"{number + 1} lemons of a kind that has a very long name {number}")
        cls.customer = cls.program.post(
            "/customers", name="Amina", emailid="a@example.org", productName="Rug", unitPrice="2")["id"]

    def box(self, selector):
        self.browser.one(selector)
        return self.browser.script(
            "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)

    def test_each_handle_stands_in_its_own_row(self):
        book = self.program.get("/books.json")["records"][0]["id"]
        for page in ["/items", "/groceries", f"/books/{book}"]:
            for width in [390, 820]:
                with self.subTest(page=page, width=width):
                    self.browser.resize(width)
                    self.open(page)
                    self.browser.one(".grip")
                    places = self.browser.script(
                        "return [...document.querySelectorAll('.grip')].map(grip => {"
                        " const row = grip.closest('tr').getBoundingClientRect(), box = grip.getBoundingClientRect();"
                        " return box.left >= row.left && box.top >= row.top - 1 && box.bottom <= row.bottom + 1 })")
                    self.assertNotIn(False, places)

    def test_a_choice_is_as_small_as_its_line(self):
        category = self.program.get("/book-categories.json")["records"][0]["id"]
        self.open(f"/book-categories/{category}/delete")
        self.assertLess(self.box("[type=radio]")["width"], 24)
        self.open("/items")
        self.browser.press("Keyboard shortcuts")
        self.assertLess(self.box("#keys-on")["width"], 24)

    def test_an_open_menu_is_on_the_screen_of_a_phone(self):
        self.browser.resize(390)
        for page in [f"/customers/{self.customer}", "/sales", "/groceries"]:
            with self.subTest(page=page):
                self.open(page)
                if self.browser.all(".further > summary"):
                    self.browser.tap(".further > summary")
                self.browser.tap(".actions summary")
                menu = self.box(".actions .menu__panel")
                self.assertGreaterEqual(menu["left"], 0)
                self.assertLessEqual(menu["right"], 390)

    def test_a_long_grocery_does_not_widen_the_overview(self):
        for width in [390, 820]:
            self.browser.resize(width)
            self.open("/")
            self.assertLessEqual(
                self.browser.script("return document.documentElement.scrollWidth"), width)

    def test_ticking_off_keeps_the_place_in_the_list(self):
        self.browser.resize(390, 700)
        self.open("/groceries")
        self.browser.script("window.isSame = true; scrollTo(0, 300)")
        top = "return document.querySelectorAll('tbody tr')[2].getBoundingClientRect().top"
        following = self.browser.script("return document.querySelectorAll('tr .row__link')[4].textContent")
        self.browser.script("document.querySelectorAll('.tick')[3].focus({ preventScroll: true })")
        before = self.browser.script(top)
        self.browser.keys("\ue007")
        self.browser.wait(
            lambda: following in self.browser.script("return document.activeElement.textContent"), "no focus")
        # If the server is slow, the list says that a change waits.
        self.browser.wait(lambda: self.browser.script("return document.querySelector('[data-offline]').hidden"))
        self.assertTrue(self.browser.script("return window.isSame"))
        self.assertAlmostEqual(self.browser.script(top), before, delta=5)

    def test_the_fault_of_an_entry_stays(self):
        self.open("/groceries")
        self.browser.fill("#entry", "0")
        self.browser.go("Add")
        # A change elsewhere updates the list, but not while a fault is shown.
        self.browser.script("""
            const source = new EventSource(document.querySelector("link[type='text/event-stream']").href)
            window.change = new Promise((done) => source.addEventListener("insert", () => done()))
            return new Promise((done) => source.addEventListener("open", () => done()))""")
        self.program.post("/groceries", entry="a line that is new")
        # The page is loaded again 150 ms after a change.
        self.browser.script("""
            return change.then(() => new Promise((done) => setTimeout(done, 300)))
              .then(() => fetch(location.href)).then((answer) => answer.text()).then(() => null)""")
        self.assertIn("“0”", self.browser.text("#entry-fault"))

    def test_searching_keeps_the_place_in_the_list(self):
        self.browser.resize(390, 600)
        self.open("/groceries")
        self.browser.autofocus()
        self.browser.script("document.activeElement.blur(); scrollTo(0, 200)")
        self.browser.keys("/")
        self.assertTrue(self.browser.script("return document.activeElement.matches('.find__input')"))
        self.browser.keys("lemon")
        self.assertEqual(self.browser.script("return scrollY"), 200)

    def test_what_has_the_focus_is_not_under_a_bar(self):
        for width, height in [(390, 700), (1440, 700)]:
            with self.subTest(width=width):
                self.browser.resize(width, height)
                self.open("/groceries")
                self.browser.autofocus()
                for _ in range(45):
                    self.browser.keys("\ue004")
                    self.assertEqual(self.browser.script("""
                        const focus = document.activeElement, box = focus.getBoundingClientRect()
                        const bars = [...document.querySelectorAll(".top, .sections")].filter(
                          (bar) => ["fixed", "sticky"].includes(getComputedStyle(bar).position))
                        const isCovered = bars.some((bar) => {
                          const edge = bar.getBoundingClientRect()
                          return box.top < edge.bottom && box.bottom > edge.top
                        })
                        return isCovered && focus.closest("main") ? focus.outerHTML : null"""), None)
