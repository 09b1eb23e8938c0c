"""Further functions of the shop: quotes, invoices, vCards, parked sales, the end of the day."""

import datetime
import os

from browser import Keys
from case import Case


class Shop(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program.post("/shop", name="Corner Shop", address="1 High Street", taxNumber="DE123",
                         countryCode="DE", currency="EUR")
        cls.program.post("/shop/tax-rates", rateName="VAT", percent="19")
        cls.program.post("/products", name="Brass lamp", price="119", sku="P-0", unit="piece",
                         taxRate="1")
        cls.program.post("/products", name="Glass jug", price="11", sku="P-1")
        cls.program.post("/customers", name="Amina Diallo", emailid="amina@example.org",
                         productName="Glass jug")

    def test_an_offer_becomes_a_sale_and_an_invoice_of_one_page(self):
        quote = self.program.post("/quotes", **{
            "customer": "1", "lines[0][productName]": "P-0", "lines[0][quantity]": "2",
            "discount": "10 %"})
        self.open(f"/quotes/{quote['id']}")
        self.assertIn("€214.20", self.browser.text(".receipt__total"))
        self.assertEqual(self.print(), 1)

        self.browser.go("Make it a sale")
        self.browser.tap("[name='payments[0][kind]'] [value=later]")
        self.browser.go("Save sale")
        self.assertIn("€214.20 still to be paid", self.browser.text("main"))
        self.browser.go("Invoice")
        self.browser.fill("#buyerAddress", "2 Low Street\nBerlin\nDE")
        self.browser.go("Create invoice")
        paper = self.browser.text(".receipt")
        for text in ["Corner Shop", "Amina Diallo", "Berlin", "VAT 19 %", "€180.00", "€34.20", "€214.20"]:
            self.assertIn(text, paper)
        self.assertNotIn("Please check", self.browser.text("main"))
        self.assertEqual(self.print(), 1)
        self.open(f"/quotes/{quote['id']}")
        self.assertIn("Became Sale", self.browser.text("main"))
        self.assertEqual(self.browser.errors(), [])

    def test_a_sale_is_parked_on_a_phone_and_gone_on_with(self):
        self.browser.resize(390)
        self.open("/sales/new/walk-in")
        self.browser.one("[name='lines[0][productName]']").send_keys("P-1", Keys.ENTER)
        self.browser.wait(lambda: self.value("lines[0][productName]") == "Glass jug", "not found")
        self.go("Park it")

        self.open("/sales/parked")
        self.assertIn("Walk-in", self.browser.text("main"))
        self.assert_fits()
        self.browser.follow(".facts__action a")
        self.browser.wait(lambda: self.value("lines[0][productName]") == "Glass jug", "not gone on with")
        self.go("Save sale")
        self.browser.wait(lambda: self.browser.all(".notice__action"), "not sold")

        self.open("/sales/parked")
        self.assertIn("No parked sales", self.browser.text("main"))
        self.assertEqual(self.browser.errors(), [])

    def test_a_day_is_counted_and_closed_once(self):
        day = (datetime.date.today() - datetime.timedelta(days=3)).isoformat()
        self.program.post("/sales", **{
            "lines[0][productName]": "Glass jug", "date": day, "payments[0][kind]": "1"})
        self.open(f"/sales/days/{day}")
        self.browser.press("Close the day")
        self.browser.fill("[name=opening]", "50")
        self.browser.fill("[name=counted]", "60")
        self.browser.follow("#close form .button--primary")
        closing = self.browser.text("#closing")
        for text in ["€50.00", "€61.00", "€60.00", "€1.00 too little"]:
            self.assertIn(text, closing)
        self.assertEqual(self.browser.all("#close"), [])
        self.open("/sales/new/walk-in")
        self.browser.fill("[name='lines[0][productName]']", "Glass jug")
        self.browser.script("document.querySelector('#date').value = arguments[0]", day)
        self.browser.go("Save sale")
        self.browser.wait(lambda: self.browser.all(".field__fault"), "a closed day was sold on")
        self.assertIn("closed", self.browser.text("main"))

    def test_a_card_of_a_telephone_completes_a_customer(self):
        path = os.path.join(self.program.folder, "cards.vcf")
        with open(path, "w", encoding="utf-8") as file:
            file.write("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A. Diallo\r\nEMAIL:amina@example.org\r\n"
                       "TEL;TYPE=WORK:555 0777\r\nEND:VCARD\r\n"
                       "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bea Baker\r\nEND:VCARD\r\n")
        self.open("/customers/cards")
        self.browser.one("#file").send_keys(path)
        self.browser.go("Import")
        self.browser.wait(lambda: "555 0777" in self.browser.text("main"), "not completed")
        self.assertIn("Bea Baker", self.browser.text("main"))

        self.open("/customers/1")
        self.assertIn("555 0777", self.browser.text("main"))
        self.assertEqual(self.browser.errors(), [])

    def test_an_amount_of_another_currency_is_refused_beside_its_field(self):
        self.open("/sales/new/walk-in")
        self.browser.fill("[name='lines[0][productName]']", "Glass jug")
        self.browser.wait(lambda: "€11.00" in self.browser.text("[data-sale-total]"), "no total in euros")
        self.browser.fill("[name='lines[0][unitPrice]']", "$5")
        self.browser.go("Save sale")
        self.browser.wait(lambda: self.browser.all(".field--fault"), "dollars were taken for euros")

        self.assertIn("amounts here are in EUR", self.browser.text("[id='lines[0][unitPrice]-fault']"))
        self.assertEqual(self.value("lines[0][unitPrice]"), "$5")

    def test_the_pages_of_the_shop_fit_on_a_phone(self):
        self.program.post("/customers/1", **{
            "numbers": "work: 555 0199", "tags": "garden, regular", "consentedAt": "2026-11-01",
            "consentNote": "letters, not calls", "addresses[0][city]": "Berlin"})
        self.program.post("/sales/1/invoice", buyerName="Amina Diallo")
        self.browser.resize(390)
        for path in ["/shop", "/sales", "/sales/1", "/sales/1/receipt", "/sales/1/payments",
                     "/sales/1/returns", "/invoices", "/invoices/1", "/quotes", "/quotes/new",
                     "/customers/1", "/customers/1/edit", "/customers/1/statement",
                     "/customers/1/sales/new", "/products/1/stock", "/sales/totals",
                     "/sales/totals?by=tax", "/sales/totals?by=hour", "/sales/days/2026-11-23",
                     "/sales/import"]:
            self.open(path)
            self.assert_fits(path)
        self.assertEqual(self.browser.errors(), [])

    def go(self, text):
        """Presses a button of a form at a position that the bar of a phone does not cover."""
        self.browser.script("""
            document.querySelector(".form__actions").scrollIntoView({ block: "center", behavior: "instant" })""")
        self.browser.go(text)

    def assert_fits(self, path=""):
        """Checks that nothing is wider than the window."""
        self.assertLessEqual(
            self.browser.script("return document.documentElement.scrollWidth"), 390, path)

    def value(self, name):
        return self.browser.script("return document.querySelector(`[name='${arguments[0]}']`)?.value", name)
