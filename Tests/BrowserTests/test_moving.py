"""Moving items by hand."""

from browser import Keys
from case import Case


class Moving(Case):
    def setUp(self):
        super().setUp()
        for item in self.program.get("/items.json")["records"]:
            self.program.post(f"/items/{item['itemKey']}/delete")
        self.keys = [self.program.post("/items", itemName=name)["itemKey"] for name in "ABCDEF"]
        self.open("/items")

    def row(self, name):
        return self.browser.one(f"#item-{self.keys['ABCDEF'.index(name)]}")

    def grip(self, name):
        return self.browser.one(f"#item-{self.keys['ABCDEF'.index(name)]} .grip")

    def shown(self):
        return "".join(self.browser.texts("[data-reorder] .row__link"))

    def saved(self):
        return "".join(self.program.names())

    def expect_order(self, order):
        """Checks the order on the page and in the store, once a notice confirms the move."""
        self.browser.wait(
            lambda: self.browser.all(".notice") and not self.browser.all(".row--busy"), "no notice")
        self.assertEqual(self.shown(), order)
        self.assertEqual(self.saved(), order)
        self.assertEqual(self.browser.all(".row--dragged, .list--dragging"), [])
        self.assertEqual(self.browser.errors(), [])

    def expect_no_move(self):
        """Checks that a row is back, and that no move is on its way to the server."""
        self.assertEqual(self.browser.all(".notice, .row--busy, .row--dragged, .list--dragging"), [])
        self.assertEqual(self.shown(), "ABCDEF")
        self.assertEqual(self.saved(), "ABCDEF")
        self.assertEqual(self.browser.errors(), [])

    def test_a_quick_drag_with_a_drift_to_the_side_takes_the_row_as_far_as_the_pointer_is(self):
        for kind, width in [("mouse", 1440), ("touch", 390), ("mouse", 390)]:
            with self.subTest(kind=kind, width=width):
                self.setUp()
                self.browser.resize(width)
                self.open("/items")
                distance = 3.3 * self.row("A").rect["height"]

                self.browser.hold(self.grip("A"), kind).by(60, int(distance)).up()

                self.expect_order("BCDAEF")
                self.assertIn("“A” is now in place 4.", self.browser.text(".notice"))

                self.browser.hold(self.grip("F"), kind).by(-5, -int(distance) * 2).up()

                self.browser.wait(lambda: "“F”" in self.browser.text(".notice"))
                self.expect_order("FBCDAE")

    def test_escape_puts_the_row_back(self):
        for kind, width in [("mouse", 1440), ("touch", 390)]:
            with self.subTest(kind=kind, width=width):
                self.browser.resize(width)
                self.open("/items")
                distance = int(2.3 * self.row("A").rect["height"])
                pointer = self.browser.hold(self.grip("A"), kind).by(0, distance)
                self.browser.wait(lambda: self.shown() != "ABCDEF", "it does not follow")

                self.browser.keys(Keys.ESCAPE)
                pointer.by(0, 60).up()

                self.expect_no_move()

    def test_a_finger_that_the_browser_takes_away_puts_the_row_back(self):
        self.browser.resize(390)
        self.open("/items")
        distance = int(2.3 * self.row("A").rect["height"])
        self.browser.hold(self.grip("A"), "touch").by(0, distance).cancel()

        self.browser.wait(lambda: not self.browser.all(".row--dragged"))
        self.expect_no_move()

    def test_near_an_edge_the_page_scrolls_under_the_row(self):
        for number in range(30):
            self.program.post("/items", itemName=f"Z{number}")
        for kind, width in [("mouse", 1440), ("touch", 390)]:
            with self.subTest(kind=kind, width=width):
                self.program.post(f"/items/{self.keys[0]}/position", move="first")
                self.browser.resize(width, 500)
                self.open("/items")

                pointer = self.browser.hold(self.grip("A"), kind).to(40, 490)
                self.browser.wait(lambda: self.browser.script(
                    "return scrollY + innerHeight >= document.documentElement.scrollHeight - 1"))
                pointer.up()

                self.browser.wait(lambda: self.browser.all(".notice") and not self.browser.all(".row--busy"))
                self.assertGreater(self.program.names().index("A"), 25)
                notice = self.browser.script(
                    "return document.querySelector('.notice').getBoundingClientRect().toJSON()")
                self.assertGreaterEqual(notice["top"], 0)
                self.assertLess(notice["bottom"], 500)

    def test_keys_and_buttons_move_a_row_and_leave_the_focus_on_it(self):
        link = self.row("B").find_element("css selector", ".row__link")
        self.browser.script("arguments[0].focus()", link)
        self.browser.chord(Keys.ALT, Keys.ARROW_DOWN)
        self.expect_order("ACBDEF")
        self.assertTrue(self.browser.script("return document.activeElement === arguments[0]", link))

        button = self.row("B").find_element("css selector", ".move[value=up]")
        button.click()
        self.browser.wait(lambda: "place 2" in self.browser.text(".notice"))
        self.expect_order("ABCDEF")
        self.assertTrue(self.browser.script("return document.activeElement === arguments[0]", button))

    def test_a_row_that_leaves_the_page_has_the_focus_on_the_next_one(self):
        self.open("/items?perPage=3")
        self.row("C").find_element("css selector", ".move[value=down]").click()

        self.browser.wait(lambda: self.browser.all(".notice"))
        self.assertEqual(self.saved(), "ABDCEF")
        self.browser.wait(lambda: self.browser.script("return document.activeElement.textContent") == "C", "no focus")

    def test_every_move_can_be_taken_back(self):
        self.browser.hold(self.grip("F")).by(0, -400).up()
        self.browser.wait(lambda: self.browser.all(".notice"))
        self.assertNotEqual(self.saved(), "ABCDEF")
        self.browser.press("Undo")
        self.browser.wait(lambda: self.saved() == "ABCDEF")
        self.expect_order("ABCDEF")

        # Without scripts: the item's page.
        self.open(f"/items/{self.keys[0]}")
        self.browser.press("Technical details")
        self.browser.fill("[name=place]", "6")
        self.browser.press("Move")
        self.browser.wait(lambda: self.saved() == "BCDEFA")
        self.browser.one(".notice")
        self.browser.go("Undo")
        self.assertEqual(self.saved(), "ABCDEF")

    def test_a_move_in_a_window_whose_list_is_old_says_so_and_moves_nothing(self):
        distance = -2 * int(self.row("A").rect["height"])
        # A list with a pressed row is not updated, so that it is old when the row is released.
        pointer = self.browser.hold(self.grip("C"))
        self.browser.one(".row--dragged")
        self.program.post(f"/items/{self.keys[0]}/position", move="last")

        pointer.by(0, distance).up()

        self.browser.wait(lambda: self.browser.all(".notice--fault"))
        self.assertIn("“C” stays in place 2.", self.browser.text(".notice"))
        self.assertEqual(self.saved(), "BCDEFA")
        self.browser.go("Load the list again")
        self.assertEqual(self.shown(), "BCDEFA")

    def test_a_list_that_was_asked_for_before_a_move_does_not_undo_it(self):
        distance = int(2.3 * self.row("A").rect["height"])
        # The first list that is asked for arrives when the test releases it.
        self.browser.script("""
            const ask = fetch
            window.fetch = async (address, options) => {
              const answer = await ask(address, options)
              if (options?.method === "POST" || window.release) return answer
              const text = await answer.text()
              await new Promise((done) => { window.release = done })
              return { ok: answer.ok, status: answer.status, text: async () => text }
            }""")
        self.program.post(f"/items/{self.keys[5]}", itemName="G")
        self.browser.wait(lambda: self.browser.script("return window.release !== undefined"), "no list is asked for")
        self.browser.hold(self.grip("A")).by(0, distance).up()
        self.browser.wait(lambda: self.saved() == "BCADEG", "not saved")

        orders = self.browser.script("""
            const body = document.querySelector("[data-reorder]")
            const orders = []
            new MutationObserver(() => {
              orders.push([...body.querySelectorAll(".row__link")].map((link) => link.textContent).join(""))
            }).observe(body, { childList: true, subtree: true, characterData: true })
            release()
            return new Promise((done) => setTimeout(() => done(orders)))""")
        self.assertEqual([order for order in orders if not order.startswith("BCADE")], [])
        self.browser.wait(lambda: self.shown() == "BCADEG", "no later list")
