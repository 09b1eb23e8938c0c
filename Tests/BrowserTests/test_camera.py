"""The camera of a phone whose browser reads codes itself, in place of which a script shows codes."""

from case import Case

# Chromium on Linux cannot read codes. The page's own script is the one under test.
CAMERA = """
    window.shown = [];
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code", "ean_13", "code_128"]; }
        async detect() {
            window.looks = (window.looks ?? 0) + 1;
            return window.shown.map(rawValue => ({ rawValue }));
        }
    };
    navigator.mediaDevices.getUserMedia = async () => {
        if (window.isRefused) throw new DOMException("", "NotAllowedError");
        const canvas = document.createElement("canvas");
        const timer = setInterval(() => canvas.getContext("2d").fillRect(0, 0, 9, 9), 20);
        const stream = canvas.captureStream(30);
        window.track = stream.getTracks()[0];
        window.track.addEventListener("ended", () => clearInterval(timer));
        return stream;
    };
"""


class Camera(Case):
    def setUp(self):
        super().setUp()
        self.browser.resize(390)
        script = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source=CAMERA)["identifier"]
        self.addCleanup(self.browser.command, "Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def show(self, *codes):
        self.browser.script("window.shown = [...arguments]", *codes)

    def scan(self, *codes):
        """Opens the camera, and holds codes in front of it."""
        self.browser.one("[data-scan] label").click()
        self.browser.one("dialog.scan__camera")
        self.show(*codes)

    def test_the_first_code_leads_to_its_record(self):
        item = self.program.post("/items", itemName="Brass lamp")
        self.open("/scan")
        self.scan(item["itemNumber"])
        self.browser.wait(lambda: self.browser.driver.current_url.endswith("/items/" + item["itemKey"]), "not found")
        self.assertEqual(self.browser.errors(), [])

    def test_each_code_is_a_line_of_a_sale_while_the_camera_stays_open(self):
        for name, barcode in [("Glass jug", "5901234123457"), ("Tea towel", "9780201379624")]:
            self.program.post("/products", name=name, price="10", barcode=barcode)
        self.open("/sales/new/walk-in")
        self.scan("5901234123457", "9780201379624")
        self.browser.wait(lambda: {self.line(0), self.line(1)} == {"Glass jug", "Tea towel"}, "not in the lines")
        self.browser.one("dialog.scan__camera button").click()
        self.browser.wait(lambda: not self.browser.all("dialog.scan__camera"), "not closed")
        self.assertEqual(self.browser.script("return window.track.readyState"), "ended")
        self.assertEqual(self.browser.errors(), [])

    def line(self, index):
        return self.browser.script("return document.getElementsByName(arguments[0])[0]?.value",
                                   f"lines[{index}][productName]")

    def test_a_stocktake_notes_each_code_once_while_it_is_in_view(self):
        item = self.program.post("/items", itemName="Green chair")
        stocktake = self.program.post("/stocktakes", name="Autumn")["id"]
        self.open(f"/stocktakes/{stocktake}")
        self.scan(item["itemNumber"], "40170725")
        self.browser.wait(lambda: len(self.sightings(stocktake)) == 2, "not noted")
        looks = self.browser.script("return window.looks")
        self.browser.wait(lambda: self.browser.script("return window.looks") > looks + 3, "the camera is closed")
        self.assertEqual({(each["itemKey"], each["code"]) for each in self.sightings(stocktake)},
                         {(item["itemKey"], None), (None, "40170725")})
        self.assertEqual(self.browser.errors(), [])

    def sightings(self, stocktake):
        return self.program.get(f"/stocktakes/{stocktake}/sightings.json")["records"]

    def test_a_camera_that_is_refused_leaves_the_photo(self):
        self.open("/scan")
        self.browser.script("window.isRefused = true")
        self.browser.one("[data-scan] label").click()
        self.browser.wait(lambda: "Press the button again" in self.browser.text(".scan__status"), "not said")
        self.assertEqual(self.browser.script("return document.querySelector('[data-scan]').dataset.scan"), "photo")
