"""Maintenance, saved views and locations, as a household uses them."""

from selenium.webdriver.support.ui import Select

from case import Case


class Inventory(Case):
    has_scripts = True
    width = 1440

    def setUp(self):
        super().setUp()
        for item in self.program.get("/items.json?perPage=all")["records"]:
            self.program.post(f"/items/{item['itemKey']}/delete")
        self.browser.resize(self.width)
        self.browser.allow_scripts(self.has_scripts)

    def tearDown(self):
        # A refused form is a 422, which the browser logs as well.
        self.assertEqual([error for error in self.browser.errors() if "status of 422" not in error], [])

    def add(self, name, **fields):
        return "/items/" + self.program.post("/items", itemName=name, **fields)["itemKey"]

    def shown(self):
        """The names of the items in the list on the page."""
        return self.browser.texts("tbody .row__link")

    def test_the_photo_is_the_first_field_on_a_small_screen_alone(self):
        for width, is_first in [(390, True), (1440, False)]:
            self.browser.resize(width)
            self.open("/items/new")
            photo = self.browser.one("#item-form fieldset:has([data-photo-field])").rect["y"]
            name = self.browser.one("#itemName").rect["y"]
            self.assertEqual(photo < name, is_first, width)

    def test_care_is_planned_done_with_one_tap_and_taken_back(self):
        item = self.add("Boiler")
        self.open(item)
        self.browser.follow("a[href*='/tasks/new']")
        self.browser.fill("#title", "Service")
        self.browser.fill("#interval", "sometimes")
        self.fill_day("due", "2024-01-31")
        self.browser.go("Save task")
        self.browser.one(".faults a[href='#interval']")
        self.browser.fill("#interval", "6 months")
        self.browser.go("Save task")
        self.assertEqual(self.browser.text("h1"), "Service")
        self.assertIn("Due since January 31, 2024", self.browser.text("main"))
        task = self.browser.driver.current_url.removeprefix(self.program.address)

        # One tap on the page of the item completes it; one more on the next page undoes that.
        for _ in range(2):
            self.open(item)
            self.browser.follow(".facts__done button")
            self.browser.notice("It is done.")
            done = self.program.get(task + ".json")
            self.assertEqual((done["state"], len(done["records"])), ("planned", 1))
            self.assertEqual(self.browser.text("#records h2"), "What was done")
            self.browser.go("Undo")
            self.browser.frames()
            self.assertEqual(self.browser.all(".notice form"), [])
            self.assertEqual(self.browser.all("#records"), [])
            self.assertIn("Due since January 31, 2024", self.browser.text("main"))
            taken_back = self.program.get(task + ".json")
            self.assertEqual((taken_back["due"], taken_back["records"]), ("2024-01-31", []))

        # Done on another day, with a cost.
        self.fill_day("done", "2024-02-29")
        self.browser.fill("#cost", "80")
        self.browser.go("Done")
        self.assertEqual(self.program.get(task + ".json")["due"], "2024-08-29")
        self.assertIn("$80.00", self.browser.text("#records"))
        self.open("/care")
        self.assertIn("Service", self.shown())
        self.program.post(task + "/delete")

    def test_what_is_lent_is_back_with_one_tap_and_lent_again_with_the_next(self):
        item = self.add("Ladder")
        loan = self.program.post("/loans", item=item.removeprefix("/items/"), borrower="Kim", since="2024-05-01")
        self.open(item)
        self.browser.go("It is back")
        self.browser.notice("It is back.")
        self.assertEqual(self.program.get(f"/loans/{loan['id']}.json")["state"], "back")
        self.browser.go("Undo")
        self.assertIsNone(self.program.get(f"/loans/{loan['id']}.json")["returned"])
        self.open(item)
        self.assertIn("To Kim since May 1, 2024", self.browser.text("main"))

    def test_a_view_is_kept_chosen_moved_and_removed(self):
        self.add("Ring", valueInDollars=900)
        self.add("Spoon", valueInDollars=2)
        self.open("/items")
        self.assertEqual(self.browser.all("#view-name"), [])
        self.browser.press("More filters")
        self.browser.fill("#minValue", "500")
        self.browser.go("Filter")
        self.assertEqual(self.shown(), ["Ring"])
        self.keep("Dear things")
        # Saving a view returns to it.
        self.browser.notice("The view was saved")
        self.assertEqual(self.shown(), ["Ring"])
        # Names are unique.
        self.open("/items?maxValue=10")
        self.keep("dear things")
        self.assertIn("Dear things", self.browser.text("main"))
        self.browser.one(".faults")
        self.open("/items?maxValue=10")
        self.keep("Trifles")

        self.open("/items")
        self.assertEqual(self.views(), ["Dear things", "Trifles"])
        self.browser.follow("[aria-label='Saved views'] a:nth-of-type(2)")
        self.assertEqual(self.shown(), ["Spoon"])
        self.open("/item-views")
        self.browser.go("Trifles")
        self.browser.go("Move up")
        self.open("/items")
        self.assertEqual(self.views(), ["Trifles", "Dear things"])

        self.open("/item-views")
        self.browser.go("Trifles")
        self.browser.go("Delete")
        self.browser.follow(".ask__form button")
        self.browser.notice("The view was removed.")
        self.open("/items")
        self.assertEqual(self.views(), ["Dear things"])
        self.assertEqual(sorted(self.shown()), ["Ring", "Spoon"])
        for view in self.program.get("/item-views.json")["records"]:
            self.program.post(f"/item-views/{view['id']}/delete")

    def test_locations_stand_in_locations_and_are_moved_with_all_that_is_in_them(self):
        self.open("/locations")
        self.add_location("House", "New location")
        self.assertEqual(self.browser.text("h1"), "House")
        self.add_location("Attic")
        self.add_location("Box")
        self.browser.go("Add item")
        self.browser.fill("#itemName", "Skis")
        self.browser.fill("#valueInDollars", "120")
        self.browser.go("Save item")
        item = self.browser.driver.current_url
        self.assertEqual(self.place(), "House › Attic › Box")

        # The item is moved to another location, and back to the box.
        for name, place in [("House", "House"), ("Box", "House › Attic › Box")]:
            self.browser.go("Edit")
            self.choose("location", name)
            self.browser.go("Save item")
            self.assertEqual(self.place(), place)

        # The box moves with its contents; its own location cannot be moved into it.
        self.open("/locations")
        self.add_location("Garage", "New location")
        self.open("/locations")
        self.browser.go("Box")
        self.browser.go("Edit")
        self.choose("parent", "Garage")
        self.browser.go("Save location")
        self.browser.open(item)
        self.assertEqual(self.place(), "Garage › Box")
        self.browser.go("Garage")
        self.assertIn("$120", self.browser.text("main"))
        self.browser.go("Edit")
        self.choose("parent", "Box")
        self.browser.go("Save location")
        self.browser.one(".faults a[href='#parent']")
        self.browser.open(item)
        self.assertEqual(self.place(), "Garage › Box")

    # Parts of the pages

    def fill_day(self, field, day):
        """A date field takes keys in the order of the browser's language."""
        year, month, date = day.split("-")
        element = self.browser.one(f"#{field}")
        element.send_keys(month, date, year)
        self.assertEqual(element.get_attribute("value"), day)

    def keep(self, name):
        self.browser.press("Save this view")
        self.browser.fill("#view-name", name)
        self.browser.go("Save view")

    def views(self):
        return self.browser.texts("[aria-label='Saved views'] .chip__label")

    def add_location(self, name, label="Add a location inside this one"):
        self.browser.go(label)
        self.browser.fill("#name", name)
        self.browser.go("Save location")

    def choose(self, field, name):
        """The option that ends with a name: those of a tree begin with the path."""
        select = Select(self.browser.one(f"#{field}"))
        found = [option.text for option in select.options if option.text.strip().split(" › ")[-1] == name]
        self.assertEqual(len(found), 1, [option.text for option in select.options])
        select.select_by_visible_text(found[0])

    def place(self):
        """The location of the item whose page is open."""
        return self.browser.script(
            "return [...document.querySelectorAll('.facts__row')]"
            ".find(row => row.querySelector('dt').textContent === 'Location')?.querySelector('dd').textContent")


class InventoryWithoutScripts(Inventory):
    has_scripts = False


class InventoryOnAPhone(Inventory):
    width = 390
