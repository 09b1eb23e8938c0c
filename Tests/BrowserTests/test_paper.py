"""Printed pages."""

import base64
import subprocess

from browser import Keys
from case import Case


class Paper(Case):
    items = 90

    def show_as_on_paper(self):
        # The space between the margins of A4 in portrait, in CSS pixels.
        self.browser.resize(688, 1000)
        self.browser.show_in("light", medium="print")

    def paper_text(self):
        """The text of the pages, each ended by a form feed."""
        result = self.browser.command("Page.printToPDF", preferCSSPageSize=True)
        return subprocess.run(
            ["pdftotext", "-layout", "-", "-"], input=base64.b64decode(result["data"]),
            capture_output=True, check=True, timeout=600).stdout.decode()

    def test_a_list_is_a_table_at_the_width_of_paper(self):
        self.open("/items")
        self.show_as_on_paper()
        display = "return getComputedStyle(document.querySelector(arguments[0])).display"
        self.assertEqual(self.browser.script(display, ".list__table thead"), "table-header-group")
        self.assertEqual(self.browser.script(display, "tbody tr"), "table-row")
        self.assertEqual(self.browser.script(display, ".top"), "none")
        table = self.browser.one(".list__table").rect
        self.assertGreater(table["width"], 600)
        self.assertLessEqual(self.browser.script("return document.documentElement.scrollWidth"), 688)
        self.assertGreater(self.browser.one("tbody .cell-name").rect["width"], 150)

    def test_all_records_can_be_printed_under_their_total(self):
        self.open("/items")
        self.browser.go("All on one page, to print")
        self.assertEqual(len(self.browser.all("tbody tr")), 90)
        self.assertEqual(self.browser.text(".row--total .cell-name"), "Total of 90 items")
        self.assertLessEqual(self.print(), 10)

        self.open("/items?perPage=50")
        self.assertLessEqual(self.print(), 6)

    def test_a_part_of_a_list_says_on_paper_that_it_is_one(self):
        self.open("/items?perPage=50")
        text = "document.querySelector('.pages__text').innerText"
        self.assertEqual(
            self.browser.script(f"return {text}"), "1 to 50 of 90 All on one page, to print")
        self.show_as_on_paper()
        self.assertEqual(
            self.browser.script(f"return {text}").replace("\n", ""),
            "On this paper: 1 to 50 of 90. All on one page, to print: /items?perPage=all")

    def test_the_key_that_prints_a_part_of_a_list_prints_all_of_it(self):
        self.browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            source="window.printed = 0; window.print = () => { window.printed += 1 }")
        self.open("/items?sort=itemName&perPage=50")
        self.browser.chord(Keys.CONTROL, "p")
        self.browser.wait(lambda: self.browser.script("return window.printed") == 1)
        self.assertTrue(
            self.browser.driver.current_url.endswith("/items?sort=itemName&perPage=all"))
        self.assertEqual(len(self.browser.all("tbody tr")), 90)
        # A reload does not print again.
        self.browser.driver.refresh()
        self.assertEqual(self.browser.script("return window.printed"), 0)

    def test_each_diagram_of_the_model_is_on_paper_as_a_whole(self):
        self.open("/model")
        boxes = self.browser.script("return document.querySelectorAll('.diagram a').length")
        self.assertGreater(boxes, 20)
        # A diagram shown in its full size fits the width of the paper too.
        self.browser.script("for (const box of document.querySelectorAll('.diagram input')) box.click()")
        self.show_as_on_paper()
        self.assertLessEqual(self.browser.script("return document.documentElement.scrollWidth"), 688)
        for diagram in self.browser.script("""
                return [...document.querySelectorAll('.diagram')].map(diagram => {
                  const box = diagram.querySelector('.diagram__box')
                  const svg = diagram.querySelector('svg').getBoundingClientRect()
                  return { right: svg.right, width: svg.width, height: svg.height, isCut:
                    box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1,
                    hasBox: diagram.querySelector('label').checkVisibility() }
                })"""):
            self.assertLessEqual(diagram["right"], 688)
            self.assertGreater(min(diagram["width"], diagram["height"]), 50)
            self.assertFalse(diagram["isCut"] or diagram["hasBox"], diagram)
        # The names of its entities are legible.
        self.assertIn("CareTask", self.paper_text())

    def test_a_receipt_is_one_page(self):
        customer = self.program.post(
            "/customers", name="Amina", emailid="a@example.org", productName="Lamp", unitPrice="5")
        sale = self.program.get(f"/customers/{customer['id']}/sales.json")["records"][0]["id"]
        self.open(f"/sales/{sale}/receipt")
        self.assertEqual(self.print(), 1)

    def test_each_page_of_a_report_has_its_number(self):
        self.open("/report?owner=Ada+Byron")
        pages = self.paper_text().split("\f")[:-1]
        self.assertGreater(len(pages), 1)
        self.assertIn("Ada Byron", pages[0])
        for number, page in enumerate(pages, 1):
            self.assertTrue(page.replace(" ", "").rstrip().endswith(f"{number}/{len(pages)}"), page[-90:])
