"""The jobs of a first day, in a German and in an American household, at a desk and on a phone, with their clicks
counted. Both households print the same papers, amount by amount."""

import datetime
import os
import re

from browser import Keys
from case import Case
from counting import CountingBrowser
from program import picture
from test_people import PASSWORD

YESTERDAY = (datetime.date.today() - datetime.timedelta(days=1)).isoformat()


class Household:
    """The format of amounts, and the look of tables."""

    def __init__(self, language, region, currency, country, table):
        self.language, self.region, self.currency, self.country = language, region, currency, country
        self.table = table

    def number(self, plain):
        """A number as typed: `1299.50` is `1299,50` in Germany."""
        return plain.replace(".", ",") if self.region == "de_DE" else plain

    def amounts(self, text):
        """The amounts of money in a text, in order: `1299.50`."""
        text = text.replace("\u00a0", " ")
        if self.region == "de_DE":
            found = re.findall(r"(−?\d[\d.]*(?:,\d\d)?) €", text)
            found = [amount.replace(".", "").replace(",", ".") for amount in found]
        else:
            found = [amount.replace(",", "").replace("$", "") for amount in re.findall(r"−?\$\d[\d,]*(?:\.\d\d)?", text)]
        return [amount if "." in amount else amount + ".00" for amount in found]


GERMAN = Household(
    "de-DE,de;q=0.9", "de_DE", "EUR", "Germany",
    "Name;Replacement value;Bought on;Room\nTisch;1.299,00 €;28.02.2019;Küche\nStuhl;12,50;1.3.2020;Küche\n")
AMERICAN = Household(
    "en-US,en;q=0.9", "en_US", "USD", "United States",
    'Name,Replacement value,Bought on,Room\nTisch,"$1,299.00",2019-02-28,Küche\nStuhl,12.50,2020-03-01,Küche\n')


class Jobs:
    """Twelve jobs; the first begins with an empty household."""

    kind_of_browser = CountingBrowser
    household = None
    width = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.photo = os.path.join(cls.program.folder, "photo.png")
        with open(cls.photo, "wb") as file:
            file.write(picture(b"\x55\x88\xaa", 320, 240))

    def setUp(self):
        super().setUp()
        self.browser.resize(self.width)
        if not self.id().endswith("test_01_a_first_item_with_a_photo_in_a_new_room"):
            self.program.post("/settings", currency=self.household.currency, region=self.household.region)
        self.browser.clicks = 0

    def assert_done(self, clicks):
        """Checks that a job took at most a number of clicks, without script errors."""
        self.assertLessEqual(self.browser.clicks, clicks)
        errors = [error for error in self.browser.errors() if "status of 422" not in error]
        self.assertEqual(errors, [])
        self.assertLessEqual(self.browser.script("return document.documentElement.scrollWidth"), self.width)

    def amounts(self, selector):
        return self.household.amounts("\n".join(self.browser.texts(selector)))

    def path(self):
        return self.browser.driver.current_url.removeprefix(self.program.address).split("?")[0]

    def save(self):
        self.browser.follow(".form__actions .button--primary")

    def test_01_a_first_item_with_a_photo_in_a_new_room(self):
        self.browser.command("Emulation.setUserAgentOverride", acceptLanguage=self.household.language,
                             userAgent=self.browser.script("return navigator.userAgent"))
        self.open("/")
        for field, value in [("currency", self.household.currency), ("region", self.household.region),
                             ("countryCode", self.household.country)]:
            self.assertEqual(self.browser.one(f"#{field}").get_attribute("value"), value)
        self.browser.go("Save")
        self.browser.go("Add your first item")
        self.browser.fill("#itemName", "Television")
        self.browser.choose("#location", "New location…")
        self.browser.fill("#newLocation", "Living room")
        self.browser.choose_file("#camera" if self.width < 500 else "#image", self.photo)
        self.browser.go("Save item")

        self.browser.one(".picture__image")
        self.assertIn("Living room", self.browser.text(".facts"))
        self.assert_done(8)

    def test_02_what_things_cost_is_in_the_household_s_currency(self):
        self.open("/items")
        self.browser.follow(".actions a.button--primary")
        self.browser.fill("#itemName", "Radio")
        self.browser.press("Purchase, warranty and more")
        self.browser.fill("#replacementValue", self.household.number("1299.50"))
        self.save()
        self.assert_done(4)
        self.assertEqual(self.amounts(".facts")[0], "1299.50")
        item = self.path()

        # The input is shown unchanged.
        self.open(item + "/edit")
        self.assertEqual(
            self.browser.one("#replacementValue").get_attribute("value"), self.household.number("1299.50"))
        self.open(f"/items?minValue={self.household.number('1299.50')}")
        self.assertIn("Radio", self.browser.texts("tbody .row__link"))
        self.assertIn("1299.50", self.amounts("tbody .cell-value"))
        self.program.post(item + "/delete")

    def test_03_groceries_are_added_and_ticked_off(self):
        self.open("/groceries")
        self.browser.fill("#entry", f"{self.household.number('1.5')} l milk")
        self.browser.press("Add")
        self.browser.wait(
            lambda: f"{self.household.number('1.5')} l" in self.browser.texts(".cell-value"), "not added")
        self.browser.tap(".list--groceries tbody .tick")
        self.browser.wait(lambda: self.browser.all(".list--ticked"), "not ticked off")
        self.assert_done(2)
        self.browser.follow(".list--ticked .button")

    def test_04_the_morning_of_a_shop(self):
        self.program.post("/products", name="Mug", price="8.76", barcode="4006381333931")
        self.open("/sales")
        self.browser.follow(".actions a.button--primary")
        self.browser.go("Walk-in")
        self.browser.one("[name='lines[0][productName]']").send_keys("4006381333931", Keys.ENTER)
        self.browser.wait(lambda: self.amounts("[data-sale-total]") == ["8.76"], "not scanned")
        # The second scan counts up the line.
        self.browser.one("[name='lines[1][productName]']").send_keys("4006381333931", Keys.ENTER)
        self.browser.wait(lambda: self.amounts("[data-sale-total]") == ["17.52"], "not counted up")
        self.browser.fill("[data-payment-amount]", self.household.number("20.00"))
        self.assertEqual(self.amounts("[data-change]"), ["2.48"])
        self.save()
        self.browser.notice("Print receipt")
        self.assertEqual(self.amounts(".change"), ["2.48"])
        self.browser.follow(".notice__action")
        self.assertEqual(self.amounts(".receipt__total"), ["17.52"])
        self.assert_done(5)

        self.browser.clicks = 0
        self.open(self.path().removesuffix("/receipt"))
        self.browser.go("Return")
        self.browser.fill("[data-return-figures]", "1")
        self.assertEqual(self.amounts("[data-return-total]"), ["8.76"])
        self.save()
        self.assertIn("8.76", self.amounts("main"))
        self.assert_done(3)

        self.program.post("/sales", **{
            "lines[0][productName]": "Mug", "date": YESTERDAY, "payments[0][kind]": "1"})
        self.browser.clicks = 0
        self.open(f"/sales/days/{YESTERDAY}")
        self.browser.press("Close the day")
        self.browser.fill("#counted", self.household.number("8.76"))
        self.browser.follow("#close form .button--primary")
        self.browser.one("#closing")
        self.assertEqual(set(self.amounts("#closing dd")), {"0.00", "8.76"})
        self.assert_done(3)

    def test_05_a_quote_becomes_a_sale_and_an_invoice(self):
        self.program.post("/shop", name="Mugs & More", address="1 High Street\nTown", countryCode="DE",
                          taxNumber="DE123")
        self.open("/quotes/new")
        self.browser.fill("#buyerName", "Café Olmo")
        self.browser.fill("#buyerAddress", "3 Mill Lane\n80331 München\nDE")
        self.browser.fill("[name='lines[0][productName]']", "Beaker")
        self.browser.fill("[name='lines[0][quantity]']", "2")
        self.browser.fill("[name='lines[0][unitPrice]']", self.household.number("1299.90"))
        self.save()
        quote = self.amounts(".receipt td")
        self.assertEqual(quote[-1], "2599.80")
        self.browser.go("Make it a sale")
        self.browser.choose("[name='payments[0][kind]']", "On account")
        self.save()
        sale = self.path()
        self.browser.go("Invoice")
        self.save()
        # The shop has no tax rate, so an invoice asks why there is no tax.
        self.assertIn("no tax", self.browser.text("main"))
        self.browser.tap("[name=isConfirmed]")
        self.save()
        self.browser.one(".receipt")

        self.assertEqual(self.amounts(".receipt__line td")[:2], ["1299.90", "2599.80"])
        self.assertEqual(self.amounts(".receipt__total"), ["2599.80"])
        self.assertIn("80331 München", self.browser.text(".receipt"))
        self.assert_done(13)
        self.open(sale + "/receipt")
        self.assertEqual(self.amounts(".receipt__total"), ["2599.80"])

    def test_06_a_table_is_imported_and_undone(self):
        path = os.path.join(self.program.folder, "things.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.household.table)
        before = self.program.get("/items.json")["total"]
        self.open("/import")
        self.browser.choose_file("#file", path)
        self.browser.go("Preview")
        self.assertEqual(self.amounts(".cell-what"), ["1299.00", "12.50"])
        self.browser.go("Import 2 rows")
        self.browser.wait(lambda: self.program.get("/items.json")["total"] == before + 2, "not imported")
        self.browser.wait(lambda: "Undo this import" in self.browser.texts("main button"), "no way back")
        self.browser.go("Undo this import")
        self.browser.wait(lambda: self.program.get("/items.json")["total"] == before, "not undone")
        self.assert_done(5)

    def test_07_the_report_for_an_insurer(self):
        item = self.program.post("/items", itemName="Piano", replacementValue="4500.50", serialNumber="P-1")
        bare = self.program.post("/items", itemName="Stool")
        self.open("/items")
        self.browser.follow(".tabs__link[href$='/report']")
        values = dict(zip(self.browser.texts(".report__group .row__link"),
                          [self.household.amounts(text) for text in self.browser.texts(".report__group td.cell-value")]))
        self.assertEqual(values["Piano"], ["4500.50"])
        self.assertEqual(values["Stool"], [])
        self.assertGreaterEqual(self.print(), 1)
        self.assert_done(1)
        for key in (item, bare):
            self.program.post(f"/items/{key['itemKey']}/delete")

    def test_08_an_item_is_sold_to_a_neighbour(self):
        self.program.post("/shop/tax-rates", rateName="VAT", percent="19") if not self.program.get(
            "/shop.json")["taxRates"] else None
        key = self.program.post("/items", itemName="Toaster")["itemKey"]
        self.open("/items")
        self.browser.follow(f"a.row__link[href$='{key}']")
        self.browser.go("Sell")
        self.browser.tap("[name=customer][value=new]")
        self.browser.fill("#customerName", "Jürgen")
        self.browser.fill("#unitPrice", self.household.number("25.00"))
        self.save()
        self.browser.wait(lambda: self.browser.all(".notice"), "not sold")
        self.assert_done(6)
        item = self.program.get(f"/items/{key}.json")
        self.assertTrue(item["soldDate"])
        sale = self.program.get("/sales.json")["records"][0]
        self.assertEqual((sale["total"], sale["tax"]), ("25.00", "0.00"))

    def test_09_a_backup_is_three_clicks_away(self):
        folder = os.path.join(self.program.folder, "downloads")
        self.browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder,
                             browserContextId=self.browser.context)
        self.open("/")
        self.browser.follow(".own__link[href$='/settings']")
        self.browser.follow("main a[href$='/backup']")
        self.assertIn("People who sign in are not in it", self.browser.text("main"))
        self.browser.press("Download a backup")
        self.browser.wait(lambda: os.path.isdir(folder) and [
            name for name in os.listdir(folder) if name.startswith("homeowner") and not name.endswith(".crdownload")],
            "no backup")
        self.assert_done(3)

    def test_10_a_label_for_an_item(self):
        key = self.program.post("/items", itemName="Ladder", itemNumber="A-0900")["itemKey"]
        self.open(f"/items/{key}")
        self.browser.go("Label")
        self.assertEqual(self.browser.texts(".label__number"), ["A-0900"])
        code = self.browser.one(".label__code").get_attribute("aria-label")
        self.assertTrue(code.endswith("/a/900"), code)
        self.assert_done(1)
        self.program.post(f"/items/{key}/delete")

    def test_11_keys_alone_and_no_scripts_at_all(self):
        self.open("/items")
        self.browser.keys("n")
        self.browser.wait(lambda: self.path() == "/items/new", "no form")
        self.browser.type("Broom", Keys.ENTER)
        self.browser.wait(lambda: self.browser.text("h1") == "Broom", "not saved")
        self.assert_done(0)
        self.program.post(self.path() + "/delete")

        self.browser.allow_scripts(False)
        self.addCleanup(self.browser.allow_scripts, True)
        self.open("/items/new")
        super(CountingBrowser, self.browser).fill("#itemName", "Brush")
        super(CountingBrowser, self.browser).go("Save item")
        self.assertIn("Brush", self.program.names())
        self.program.post(self.path() + "/delete")

    def test_12_nothing_typed_is_lost_when_something_is_wrong(self):
        self.open("/items/new")
        self.browser.fill("#itemName", "Bicycle")
        # It is still open.
        if not self.browser.one("#purchasePrice").is_displayed():
            self.browser.press("Purchase, warranty and more")
        self.browser.fill("#purchasePrice", "12x")
        self.browser.choose_file("#camera" if self.width < 500 else "#image", self.photo)
        self.save()
        self.browser.one(".faults a[href='#purchasePrice']")
        self.assertIn("photo.png", self.browser.text(".kept"))
        for field, value in [("itemName", "Bicycle"), ("purchasePrice", "12x")]:
            self.assertEqual(self.browser.one(f"#{field}").get_attribute("value"), value)
        self.browser.fill("#purchasePrice", self.household.number("12.40"))
        self.save()
        self.browser.one(".picture__image")
        self.assertIn("12.40", self.amounts(".facts"))
        self.assert_done(7)
        self.program.post(self.path() + "/delete")


class GermanDesk(Jobs, Case):
    household, width = GERMAN, 1440


class GermanPhone(Jobs, Case):
    household, width = GERMAN, 390


class AmericanDesk(Jobs, Case):
    household, width = AMERICAN, 1440


class AmericanPhone(Jobs, Case):
    household, width = AMERICAN, 390


class PhoneAndPeople(Case):
    """An owner connects a phone, and adds a second person."""

    kind_of_browser = CountingBrowser
    people = {"Anna": PASSWORD}

    def setUp(self):
        super().setUp()
        self.browser.command("Network.clearBrowserCookies")
        self.open("/sign-in")
        self.browser.fill("#name", "Anna")
        self.browser.fill("#password", PASSWORD)
        self.browser.go("Sign in")
        self.browser.clicks = 0

    def test_a_phone_is_connected_in_three_steps(self):
        for width in (1440, 390):
            with self.subTest(width=width):
                self.browser.resize(width)
                self.open("/settings")
                self.browser.clicks = 0
                self.browser.follow("main a[href$='/phone']")
                self.assertEqual(len(self.browser.all(".step")), 3)
                self.browser.go("Let phones in")
                self.browser.go("Show the QR code")
                self.browser.one(".qr, svg[role=img]")
                self.assertEqual(len(self.browser.all(".step--done")), 3)
                self.assertTrue(self.browser.text("#link").startswith("https://"))
                self.assertLessEqual(self.browser.clicks, 3)
                self.browser.go("Stop letting phones in")
        self.assertEqual(self.browser.errors(), [])

    def test_a_person_is_added_and_removing_one_asks(self):
        for width, name in [(1440, "Ben"), (390, "Cleo")]:
            with self.subTest(width=width):
                self.browser.resize(width)
                self.open("/settings")
                self.browser.clicks = 0
                self.browser.follow("main a[href$='/people']")
                self.browser.fill("#name", name)
                self.browser.fill("#password", PASSWORD + name)
                self.browser.follow(".form__actions .button--primary")
                self.assertIn(name, self.browser.texts("dt"))
                self.assertLessEqual(self.browser.clicks, 4)
                people = len(self.browser.all(".facts__row"))
                self.browser.follow(".facts__row:last-child .button--danger")
                self.assertEqual(self.browser.text("h1"), f"Delete {name}?")
                self.open("/people")
                self.assertEqual(len(self.browser.all(".facts__row")), people)


