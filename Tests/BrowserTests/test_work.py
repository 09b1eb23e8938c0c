"""The work of a household and a shop, with and without scripts."""

import os

from selenium.webdriver.support.ui import Select

from browser import Keys
from case import Case
from program import picture


class Work(Case):
    items = 12
    has_scripts = True
    width = 1440

    def setUp(self):
        super().setUp()
        self.browser.resize(self.width)
        self.browser.allow_scripts(self.has_scripts)

    def test_an_item_is_added_edited_found_and_deleted(self):
        before = self.program.get("/items.json")["total"]
        self.open("/items")
        self.browser.go("Add item")
        self.browser.fill("#itemName", "Grandmother's clock")
        self.browser.fill("#valueInDollars", "1,250")
        self.browser.fill("#serialNumber", "GC-77")
        Select(self.browser.one("#assetType")).select_by_index(1)
        self.browser.go("Save item")
        self.assertEqual(self.browser.text("h1"), "Grandmother's clock")
        self.browser.notice("The item was added.")

        self.browser.open(self.browser.driver.current_url)
        self.assertEqual(self.browser.all(".notice"), [])

        self.browser.go("Edit")
        self.browser.fill("#itemName", "")
        self.browser.go("Save item")
        self.assertTrue(self.browser.driver.title.startswith("Not done: "))
        self.browser.tap(".faults a[href='#itemName']")
        self.browser.wait(lambda: self.browser.script("return document.activeElement.id === 'itemName'"), "no focus")
        self.browser.fill("#itemName", "Clock of 1890")
        self.browser.go("Save item")
        self.assertEqual(self.browser.text("h1"), "Clock of 1890")

        self.open("/items")
        self.browser.fill("#q", "1890 gc")
        with self.browser.next_page():
            self.browser.one("#q").send_keys(Keys.ENTER)
        self.assertIn("“1890 gc”", self.browser.driver.title)
        self.assertEqual(self.browser.texts("tbody .row__link"), ["Clock of 1890"])
        self.browser.go("Clock of 1890")
        self.browser.go("Delete")
        self.browser.go("Move to the trash")
        self.browser.notice("is in the trash.")
        self.assertEqual(self.program.get("/items.json")["total"], before)
        self.assert_no_error()

    def test_a_list_is_filtered_and_sorted_by_links(self):
        self.open("/items")
        everything = len(self.browser.all("tbody tr"))
        name = self.browser.text(".chips .chip .chip__label")
        self.browser.follow(".chips .chip")
        self.assertIn("assetType=", self.browser.driver.current_url)
        self.assertLess(len(self.browser.all("tbody tr")), everything)
        self.assertTrue(all(pill == name for pill in self.browser.texts("tbody .cell-type .pill")))
        self.browser.go("Clear filters")
        self.assertEqual(len(self.browser.all("tbody tr")), everything)
        self.sort_by_value()
        values = [int(text.strip("$").replace(",", "") or 0) for text in self.browser.texts("tbody .cell-value")]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assert_no_error()

    def test_a_customer_buys_and_gets_a_receipt(self):
        self.open("/customers/new")
        self.browser.fill("#name", "Amina Diallo")
        self.browser.fill("#emailid", f"amina.{self.has_scripts}@example.org")
        self.browser.fill("[name='lines[0][productName]']", "Brass lamp")
        self.browser.fill("[name='lines[0][quantity]']", "2")
        self.browser.fill("[name='lines[0][unitPrice]']", "12.50")
        self.browser.go("Save customer")
        self.assertTrue(self.browser.text("h1").startswith("Sale "))
        sale = self.browser.driver.current_url.split("?")[0].rsplit("/", 1)[1]
        customer = self.program.get(f"/sales/{sale}.json")["customer"]["id"]

        self.open(f"/customers/{customer}/sales/new")
        self.browser.fill("[name='lines[0][productName]']", "Brass lamp")
        if self.has_scripts:
            self.assertIn("$12.50", self.browser.text("[data-sale-total]"))
        self.browser.go("Save sale")
        self.browser.open(self.browser.driver.current_url + "/receipt")
        self.assertIn("Corner Shop", self.browser.text(".receipt"))
        self.assertIn("$12.50", self.browser.text(".receipt__total"))
        self.assert_no_error()

    def test_an_item_is_sold_to_a_customer(self):
        customer = self.program.post(
            "/customers", name=f"Buyer {self.has_scripts}", emailid=f"b.{self.has_scripts}@example.org",
            productName="Rug", unitPrice="5")
        key = self.program.post("/items", itemName="Old chair", valueInDollars=40)["itemKey"]
        self.open(f"/items/{key}")
        self.browser.go("Sell")
        self.browser.fill("#buyer", customer["name"])
        self.browser.go("Find")
        self.browser.tap(f"[name=customer][value='{customer['id']}']")
        self.browser.go("Sell it")
        self.assertIsNotNone(self.program.get(f"/items/{key}.json")["soldDate"])
        self.assert_no_error()

    def sort_by_value(self):
        self.browser.go("Value")

    def assert_no_error(self):
        # A refused form is a 422, which the browser logs as well.
        errors = [error for error in self.browser.errors() if "status of 422" not in error]
        self.assertEqual(errors, [])


class WorkWithoutScripts(Work):
    has_scripts = False


class WorkOnAPhone(Work):
    width = 390

    def sort_by_value(self):
        # Rows are cards, without column headings to click.
        self.browser.tap(".toolbar__sort > summary")
        self.browser.follow(".toolbar__sort a[href*='sort=-worth']")


class WorkOnATablet(Work):
    width = 820


class WorkByKeys(Case):
    def test_an_item_is_added_edited_and_deleted_without_a_mouse(self):
        self.open("/items")
        self.browser.keys("n")
        self.browser.wait(lambda: self.browser.driver.current_url.endswith("/items/new"), "no form")
        # The name is focused.
        self.browser.type("Sextant")
        self.browser.enter("Save item")
        self.browser.keys("e")
        self.browser.wait(lambda: self.browser.driver.current_url.endswith("/edit"), "no form")
        self.browser.tab_to("#serialNumber")
        self.browser.keys("SX-1")
        self.browser.enter("Save item")
        self.assertEqual(self.program.get("/items.json?q=sx-1")["total"], 1)
        self.browser.enter("Delete")
        self.browser.enter("Move to the trash")
        self.assertEqual(self.program.get("/items.json?q=sx-1")["total"], 0)
        self.browser.enter("Undo")
        self.assertEqual(self.program.get("/items.json?q=sx-1")["total"], 1)
        self.assertEqual(self.browser.errors(), [])


class Belongings(Case):
    items = 6
    has_scripts = True

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)

    def test_an_item_is_lent_and_comes_back(self):
        item = self.program.post("/items", itemName="Ladder")
        self.open(f"/items/{item['itemKey']}")
        self.browser.go("Lend")
        self.browser.fill("#borrower", "Kim")
        self.browser.follow("form .button--primary")
        self.assertGreater(self.program.get("/loans.json?q=kim")["total"], 0)
        self.open(f"/items/{item['itemKey']}")
        self.assertIn("Kim", self.browser.text("main"))
        self.browser.go("It is back")
        self.assertNotIn("It is back", self.browser.texts("main button"))

    def test_the_picture_in_a_row_leads_to_its_item(self):
        self.open("/items")
        name = self.browser.text("tbody .row__link")
        self.browser.hold(self.browser.one("tbody .cell-thumb > *")).up()
        self.browser.wait(lambda: self.browser.text("h1") == name, "no item")

    def test_several_items_are_changed_at_once_and_it_is_undone(self):
        self.open("/items")
        self.browser.go("Change several")
        for box in self.browser.all("tbody input[type=checkbox]")[:3]:
            box.click()
        self.browser.fill("#selection-value", "777")
        self.browser.go("Set the value")
        self.assertEqual(self.program.get("/items.json?minValue=777&maxValue=777")["total"], 3)
        self.browser.go("Undo")
        self.assertEqual(self.program.get("/items.json?minValue=777&maxValue=777")["total"], 0)


class BelongingsWithoutScripts(Belongings):
    has_scripts = False


class Scripts(Case):
    items = 3

    def test_what_was_done_is_put_into_a_live_region_after_the_page_has_loaded(self):
        self.open("/items/new")
        self.browser.fill("#itemName", "Sofa")
        script = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source="""
            document.addEventListener("DOMContentLoaded", () => {
              window.told = []
              new MutationObserver(changes => told.push(...changes.flatMap(
                change => [...change.addedNodes].map(node => node.textContent.trim()))))
                .observe(document.querySelector("[role=status]"), { childList: true })
            })""")
        self.addCleanup(self.browser.command, "Page.removeScriptToEvaluateOnNewDocument", **script)
        self.browser.go("Save item")
        self.browser.wait(lambda: any(
            "The item was added." in text for text in self.browser.script("return told")), "not told")

    def test_what_was_unfolded_in_a_form_is_unfolded_the_next_time(self):
        fold = "return document.querySelector('[data-remembered=item-details]').open"
        self.open("/items/new")
        self.assertFalse(self.browser.script(fold))
        for is_open in [True, False]:
            self.browser.tap("[data-remembered=item-details] > summary")
            self.open("/items/new")
            self.assertEqual(self.browser.script(fold), is_open)

    def test_single_keys_are_listed_and_can_be_switched_off(self):
        self.open("/items")
        self.browser.keys("?")
        self.assertIn("Add item", self.browser.text(".keys__list"))
        self.browser.tap("#keys-on")
        self.browser.press("Close")
        self.browser.script("navigation.addEventListener('navigate', () => { window.hasLeft = true })")
        self.browser.keys("n")
        self.browser.keys("?")
        self.assertFalse(self.browser.one(".keys").is_displayed())
        self.assertFalse(self.browser.script("return window.hasLeft"))

        self.open("/items")
        self.browser.press("Keyboard shortcuts")
        self.browser.tap("#keys-on")
        self.browser.press("Close")
        self.browser.keys("n")
        self.browser.wait(lambda: self.browser.driver.current_url.endswith("/items/new"))

    def test_a_form_whose_sending_was_stopped_can_be_sent_again(self):
        self.open("/items/new")
        self.browser.fill("#itemName", "Slow")
        self.browser.script("""
            navigation.addEventListener("navigate", () => setTimeout(() => stop()), { once: true })""")
        self.browser.command("Network.enable")
        self.browser.command("Network.emulateNetworkConditions", offline=False, latency=5000,
                             downloadThroughput=1000, uploadThroughput=1000)
        self.browser.script("document.querySelector('form[data-submit-once] .button--primary').click()")
        self.browser.wait(lambda: not self.browser.script(
            "return document.querySelector('form[data-submit-once]').dataset.sent"), "it stays sent")
        self.browser.command("Network.emulateNetworkConditions", offline=False, latency=0,
                             downloadThroughput=-1, uploadThroughput=-1)
        self.browser.go("Save item")
        self.assertEqual(self.browser.text("h1"), "Slow")

    def test_a_chosen_photo_is_shown_and_can_be_taken_away_again(self):
        self.open("/items/new")
        self.browser.fill("#itemName", "Without a photo")
        self.choose_photo()
        self.assertIn("sofa.png", self.browser.text(".drop__preview"))
        self.browser.press("Remove")
        self.assertEqual(self.browser.all(".drop__preview"), [])
        self.assertTrue(self.browser.script(
            "return document.activeElement.matches('[data-photo-field] input[type=file]')"))
        self.browser.go("Save item")
        self.assertEqual(self.browser.text("h1"), "Without a photo")
        self.assertIsNone(self.program.get("/items.json?q=Without+a+photo")["records"][0]["image"])

    def test_a_photo_that_is_chosen_on_an_items_page_says_that_it_is_being_sent(self):
        key = self.program.post("/items", itemName="With a photo")["itemKey"]
        self.open(f"/items/{key}")
        # Its message would disappear with the page once the picture is loaded.
        self.browser.script("document.querySelector('[data-photo-field]').requestSubmit = () => { window.sent = true }")
        self.choose_photo()
        self.browser.wait(lambda: self.browser.script("return window.sent"), "not sent")
        self.assertIn("Sending…", self.browser.text(".drop__preview"))

    def choose_photo(self):
        path = os.path.join(self.program.folder, "sofa.png")
        with open(path, "wb") as file:
            file.write(picture(b"\x60\x70\x80", 64, 48))
        self.browser.all("[data-photo-field] input[type=file]")[-1].send_keys(path)

    def test_copied_goes_away_however_often_it_is_pressed(self):
        key = self.program.get("/items.json")["records"][0]["itemKey"]
        self.open(f"/items/{key}")
        self.browser.press("Technical details")
        label = self.browser.text("[data-copy]")
        self.browser.script("""
            window.labels = []
            const button = document.querySelector("[data-copy]")
            new MutationObserver(() => labels.push(button.innerText)).observe(button, { childList: true })""")
        for _ in range(3):
            self.browser.tap("[data-copy]")
        self.browser.wait(lambda: self.browser.script("return labels.length > 1 && labels.at(-1)") == label, "it stays")
