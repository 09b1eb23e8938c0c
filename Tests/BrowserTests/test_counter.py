"""The counter of a shop, by keyboard and by scanner."""

import os
import shutil
import tempfile

from browser import Keys
from case import Case


class Counter(Case):
    items = 0

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for number, (name, barcode) in enumerate([("Brass lamp", "4006381333931"), ("Glass jug", "5901234123457"),
                                                  ("Tea towel", "9780201379624")]):
            cls.program.post("/products", name=name, price=str(10 + number), sku=f"P-{number}", barcode=barcode)
        cls.program.post("/customers", name="Amina Diallo", contactno="+221 77 123 45 67",
                         productName="Brass lamp")

    def test_three_products_to_a_known_customer_take_few_keys(self):
        keys = 0
        self.open("/sales")

        self.browser.keys("n")
        self.browser.wait(lambda: self.browser.driver.current_url.endswith("/sales/new"), "no form")
        self.browser.type("amina", Keys.ENTER)
        self.browser.wait(lambda: "/sales/new" in self.browser.driver.current_url
                          and "/customers/" in self.browser.driver.current_url, "not chosen at once")
        keys += 2
        for text, name in [("brass", "Brass lamp"), ("P-1", "Glass jug"), ("towel", "Tea towel")]:
            line = self.browser.wait(lambda: self.browser.script(
                "return (document.activeElement.name ?? '').match(/\\d+/)?.[0]"), "no focus")
            self.browser.keys(text)
            field = f"lines[{line}][productName]"
            # Until the last letter is looked up, the list may have others too.
            self.browser.wait(lambda: self.value(field) == name or self.found() == [name], f"nothing found for {text}")
            self.browser.keys(Keys.ENTER)
            keys += 1
            self.assertEqual(self.value(field), name)
        self.assertIn("$33.00", self.browser.text("[data-sale-total]"))
        self.browser.keys(Keys.ENTER)
        self.browser.notice("Print receipt")
        self.browser.keys("p")
        self.browser.wait(lambda: self.browser.all(".receipt"), "no receipt")
        keys += 2

        self.assertLessEqual(keys, 25)
        self.assertIn("Amina Diallo", self.browser.text(".receipt"))
        self.assertIn("$33.00", self.browser.text(".receipt__total"))
        self.assertEqual(self.browser.errors(), [])

    def test_the_list_of_products_is_chosen_from_by_arrows_and_told_to_screen_readers(self):
        self.open("/sales/new/walk-in")
        field = self.browser.one("[name='lines[0][productName]']")
        field.send_keys("a")
        self.browser.wait(lambda: len(self.browser.all(".product-list [role=option]")) == 3, "no list")
        self.assertEqual(field.get_attribute("role"), "combobox")
        self.assertEqual(field.get_attribute("aria-expanded"), "true")
        self.assertIn("3 products", self.browser.script(
            "return document.querySelector('[data-sale-form] > [role=status]').textContent"))
        self.assertEqual(self.browser.script(
            "return document.querySelector('.product-list mark').textContent.toLowerCase()"), "a")

        field.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        active = field.get_attribute("aria-activedescendant")
        self.assertEqual(self.browser.one(f"#{active}").get_attribute("aria-selected"), "true")
        field.send_keys(Keys.ENTER)
        self.assertEqual(self.value("lines[0][productName]"), "Glass jug")
        self.assertEqual(self.browser.script("return document.activeElement.name"), "lines[1][productName]")

        other = self.browser.one("[name='lines[1][productName]']")
        other.send_keys("lamp")
        # No other list comes after the one for the whole text.
        self.browser.wait(lambda: self.browser.texts(".product-list mark") == ["lamp"], "no list")
        other.send_keys(Keys.ESCAPE)
        self.assertEqual(self.browser.all(".product-list:not([hidden])"), [])
        self.assertEqual(self.browser.errors(), [])

    def test_a_code_is_looked_up_that_was_typed_while_the_list_had_others(self):
        self.open("/sales/new/walk-in")
        field = self.browser.one("[name='lines[0][productName]']")
        field.send_keys("P")
        self.browser.wait(lambda: len(self.found()) == 3, "no list")
        field.send_keys("-1", Keys.ENTER)
        self.browser.wait(lambda: self.value("lines[0][productName]") == "Glass jug", "not looked up")
        self.assertEqual(self.browser.errors(), [])

    def test_a_photo_of_a_code_fills_the_next_line_and_the_search_leads_to_the_product(self):
        self.open("/products/labels?id=2")
        self.browser.script("document.querySelector('.label svg').style.cssText = 'width: 600px; height: 200px'")
        folder = tempfile.mkdtemp(prefix="homeowner-scan-")
        self.addCleanup(shutil.rmtree, folder)
        photo = os.path.join(folder, "code.png")
        self.browser.one(".label svg").screenshot(photo)

        self.open("/sales/new/walk-in")
        self.browser.fill("[name='lines[0][productName]']", "P-0")
        self.browser.wait(lambda: self.value("lines[0][productName]") == "Brass lamp", "not typed")
        self.browser.one("[data-scan] [name=photo]").send_keys(photo)
        self.browser.wait(lambda: self.value("lines[1][productName]") == "Glass jug", "not scanned")

        self.browser.follow("header a[title='Scan a code']")
        self.browser.one("[data-scan] [name=photo]").send_keys(photo)
        self.browser.wait(lambda: self.browser.driver.current_url.endswith("/products/2"), "not found")
        self.assertEqual(self.browser.errors(), [])

    def test_a_scanner_types_into_the_next_line_from_anywhere(self):
        self.open("/sales/new/walk-in")
        self.scan("9780201379624")
        self.browser.wait(lambda: self.value("lines[0][productName]") == "Tea towel", "not scanned")
        self.assertIn("$12.00", self.browser.text("[data-sale-total]"))
        self.assertEqual(self.browser.errors(), [])

    def test_a_second_scan_counts_up_its_line(self):
        self.open("/sales/new/walk-in")
        for expected in ["", "2", "3"]:
            self.scan("9780201379624")
            self.browser.wait(lambda: self.value("lines[0][productName]") == "Tea towel"
                              and self.value("lines[0][quantity]") == expected, f"not counted to {expected}")
        self.assertEqual(self.value("lines[1][productName]"), "")
        self.assertIn("$36.00", self.browser.text("[data-sale-total]"))
        self.assertEqual(self.browser.errors(), [])

    def test_an_unknown_code_is_told_beside_its_line_and_the_total_of_the_others_stays(self):
        self.open("/sales/new/walk-in")
        for count, code, text in [("", "9999999999994", "No product has this barcode"),
                                  ("2", "9999999999999", "The check digit is wrong")]:
            self.scan("9780201379624")
            self.browser.wait(lambda: self.value("lines[0][productName]") == "Tea towel"
                              and self.value("lines[0][quantity]") == count, "not scanned")
            self.scan(code)
            self.browser.wait(lambda: any(text in told for told in self.browser.texts("[data-unknown]")),
                              f"{code} is not told")
            self.browser.wait(lambda: "$" in self.browser.text("[data-sale-total]"), "no total")
        self.assertEqual(self.browser.errors(), [])

    def test_a_return_says_what_to_give_back(self):
        sale = self.program.post("/sales", **{"lines[0][productName]": "Brass lamp", "lines[0][quantity]": "3",
                                              "lines[0][unitPrice]": "10", "discount": "1"})["id"]
        self.open(f"/sales/{sale}/returns")
        self.browser.fill("[name='lines[0][quantity]']", "2")
        self.browser.wait(lambda: "To give back $19.33" in self.browser.text("[data-return-total]"), "no amount")
        self.assertEqual(self.browser.errors(), [])

    def scan(self, code):
        """Sends the keys of a scanner, a millisecond apart on any machine."""
        self.browser.autofocus()
        self.browser.script("""
            document.activeElement.blur()
            const start = performance.now()
            for (const [index, key] of [...arguments[0], "Enter"].entries()) {
              const event = new KeyboardEvent("keydown", { key, bubbles: true })
              Object.defineProperty(event, "timeStamp", { value: start + index })
              document.body.dispatchEvent(event)
            }""", code)

    def found(self):
        return self.browser.texts(".product-list:not([hidden]) .product-list__name")

    def test_change_is_shown_before_the_sale_is_saved(self):
        self.open("/sales/new/walk-in")
        self.browser.fill("[name='lines[0][productName]']", "Brass lamp")
        self.browser.fill("[name='lines[0][discount]']", "10 %")
        self.browser.fill("[name='payments[0][amount]']", "20")
        self.browser.wait(lambda: "$11.00" in self.browser.text("[data-change]"), "no change")
        self.assertIn("$9.00", self.browser.text("[data-sale-total]"))
        self.assertEqual(self.browser.errors(), [])

    def value(self, name):
        return self.browser.script("return document.querySelector(`[name='${arguments[0]}']`)?.value", name)


class TaxedCounter(Case):
    """A shop with a tax in its prices, and another one on top of them."""

    items = 0

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program.post("/shop/tax-rates", rateName="VAT", percent="19")
        cls.program.post("/shop/tax-rates", rateName="Levy", percent="8.875", isAdded="yes")
        cls.program.post("/products", name="Mug", price="8.76")
        cls.program.post("/products", name="Book", price="12.50", taxRate="2")

    def test_the_tax_runs_along_as_the_sale_will_have_it(self):
        for tax, discount in [("", ""), ("", "10 %"), ("", "3.33"), ("1", "7 %"), ("2", "1"), ("none", "")]:
            with self.subTest(tax=tax, discount=discount):
                self.open("/sales/new/walk-in")
                self.browser.fill("[name='lines[0][productName]']", "Mug")
                self.browser.fill("[name='lines[0][quantity]']", "3")
                self.browser.fill("[name='lines[1][productName]']", "Book")
                self.browser.fill("[name='lines[1][discount]']", "5 %")
                self.browser.press("Discount, note and time")
                self.browser.fill("[name=discount]", discount or "0")
                self.browser.script("""
                    const field = document.querySelector("select[name=taxRate]")
                    field.value = arguments[0]
                    field.dispatchEvent(new Event("input", { bubbles: true }))""", tax)
                shown = (self.browser.text("[data-sale-total]"), self.browser.text("[data-sale-tax]"))
                self.browser.follow(".form__actions .button--primary")
                self.browser.one(".notice__action")
                path = self.browser.driver.current_url.removeprefix(self.program.address).split("?")[0]
                sale = self.program.get(path + ".json")
                said = "No tax" if sale["tax"] == "0.00" else f"Tax ${sale['tax']}"
                self.assertEqual(shown, (f"Total ${sale['total']}", said))
        self.assertEqual(self.browser.errors(), [])


class YenCounter(Case):
    """A shop whose currency has no smaller unit."""

    items = 0

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program.post("/settings", currency="JPY", region="ja_JP")
        cls.program.post("/shop/tax-rates", rateName="VAT", percent="10")
        cls.program.post("/products", name="Mug", price="876")

    def test_no_amount_has_decimals(self):
        self.open("/sales/new/walk-in")
        self.browser.fill("[name='lines[0][productName]']", "Mug")
        self.browser.fill("[name='payments[0][amount]']", "1000")
        self.assertEqual(
            self.browser.script("return document.querySelector('[data-unit-price]').placeholder"), "876")
        self.assertEqual(self.browser.text("[data-sale-total]"), "Total ¥876")
        self.assertEqual(self.browser.text("[data-sale-tax]"), "Tax ¥80")
        self.assertEqual(self.browser.text("[data-change]"), "Change ¥124")
        self.assertEqual(self.browser.errors(), [])
