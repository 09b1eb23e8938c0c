"""Labels as they are printed, read by a scanner."""

import base64
import os
import re
import shutil
import subprocess
import tempfile

from case import Case


def run(*command):
    if not shutil.which(command[0]):
        raise RuntimeError(f"There is no {command[0]}. Install poppler-utils and zbar-tools.")
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    # zbarimg ends with status 4 if it finds no code.
    if result.returncode not in (0, 4):
        raise RuntimeError(f"{command[0]}: {result.stderr}")
    return result.stdout


class Labels(Case):
    def setUp(self):
        super().setUp()
        self.folder = tempfile.mkdtemp(prefix="homeowner-labels-")
        self.addCleanup(shutil.rmtree, self.folder)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program.post("/locations", name="House")
        for number in range(1, 31):
            cls.program.post("/items", itemName=f"Thing {number} with a rather long name",
                             location="1")
        cls.program.post("/products", name="Soap", price="4.50", barcode="5901234123457")
        cls.program.post("/products", name="Brush", price="2", sku="BR-7")
        cls.program.post("/products", name="Comb", price="3", sku="1234567890")

    def print(self, path):
        """The path of the printed PDF, in the size that the page requests."""
        self.open(path)
        result = self.browser.command("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        file = os.path.join(self.folder, "labels.pdf")
        with open(file, "wb") as pdf:
            pdf.write(base64.b64decode(result["data"]))
        return file

    def pages(self, pdf):
        """The number of pages, and the size of the first in millimeters."""
        info = run("pdfinfo", pdf)
        width, height = re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", info).groups()
        sizes = [round(float(side) * 25.4 / 72) for side in (width, height)]
        return int(re.search(r"Pages:\s+(\d+)", info).group(1)), sizes

    def places(self):
        """The positions of the labels on the open page: sheet, left, top, width, height in millimeters."""
        return self.browser.script("""
            return [...document.querySelectorAll(".labels__paper")].flatMap((paper, sheet) => {
              const corner = paper.getBoundingClientRect()
              return [...paper.querySelectorAll(".label:not(.label--used)")].map((label) => {
                const box = label.getBoundingClientRect()
                return [sheet + 1, ...[box.x - corner.x, box.y - corner.y, box.width, box.height]
                  .map((length) => length * 25.4 / 96)]
              })
            })""")

    def codes(self, pdf, resolution=600):
        """The text that a scanner reads from each label separately."""
        codes = []
        for index, (sheet, *box) in enumerate(self.places()):
            left, top, width, height = [str(round(side / 25.4 * resolution)) for side in box]
            name = os.path.join(self.folder, f"label-{index}")
            run("pdftoppm", "-r", str(resolution), "-gray", "-f", str(sheet), "-l", str(sheet),
                "-singlefile", "-x", left, "-y", top, "-W", width, "-H", height, pdf, name)
            codes.append(run("zbarimg", "--quiet", name + ".pgm").strip())
        return codes

    def expected(self, numbers):
        return [f"QR-Code:{self.program.address}/a/{number}" for number in numbers]

    def test_a_sheet_is_one_page_and_each_code_is_read_back(self):
        pdf = self.print("/labels?numbers=1-21&sheet=L7160")
        self.assertEqual(self.pages(pdf), (1, [210, 297]))
        self.assertEqual(self.codes(pdf, 300), self.expected(range(1, 22)))

    def test_small_labels_can_be_read(self):
        pdf = self.print("/labels?numbers=1-30&sheet=L4731&skip=100")
        self.assertEqual(self.pages(pdf), (1, [210, 297]))
        self.assertEqual(self.codes(pdf), self.expected(range(1, 31)))

    def test_a_begun_sheet_goes_on_where_it_is_free(self):
        pdf = self.print("/labels?numbers=1-14&sheet=L7651&skip=60")
        self.assertEqual(self.pages(pdf)[0], 2)
        self.assertEqual(self.codes(pdf), self.expected(range(1, 15)))
        # The first five are in the last row of the first sheet.
        places = self.places()
        self.assertEqual([place[0] for place in places], [1] * 5 + [2] * 9)
        self.assertAlmostEqual(places[0][2], 10.7 + 12 * 21.2, delta=0.2)

    def test_labels_lie_to_the_millimetre(self):
        self.open("/labels?numbers=1-14&sheet=L7163")
        for found, expected in zip(
                self.places()[13], [1, 4.65 + 99.1 + 2.5, 15.15 + 6 * 38.1, 99.1, 38.1]):
            self.assertAlmostEqual(found, expected, delta=0.2)

    def test_a_roll_has_a_page_for_each_label(self):
        for roll, size in [("99012", [89, 36]), ("DK-11209", [62, 29]), ("11355", [51, 19])]:
            with self.subTest(roll):
                shutil.rmtree(self.folder)
                os.makedirs(self.folder)
                pdf = self.print(f"/labels?numbers=1-3&sheet={roll}")
                self.assertEqual(self.pages(pdf), (3, size))
                self.assertEqual(self.codes(pdf), self.expected([1, 2, 3]))

    def test_locations_and_products_have_codes_of_their_own(self):
        pdf = self.print("/labels?at=1&sheet=L7160")
        self.assertEqual(self.codes(pdf), [f"QR-Code:{self.program.address}/locations/1"])
        pdf = self.print("/products/labels?id=1&id=2&id=3&sheet=L7160")
        self.assertEqual(
            self.codes(pdf), ["EAN-13:5901234123457", "CODE-128:BR-7", "CODE-128:1234567890"])

    def test_marked_items_are_printed(self):
        self.open("/items")
        self.browser.go("Change several")
        for box in self.browser.all(".pick")[:2]:
            box.click()
        self.browser.go("Print labels")
        self.assertEqual(
            self.browser.texts(".label__number"), ["A-0001", "A-0002"])
        self.assertEqual(self.browser.errors(), [])
