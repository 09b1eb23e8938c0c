"""The pages about the managed object model."""

from browser import Keys
from case import Case


class Model(Case):
    items = 5
    has_scripts = True

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)

    def test_diagram_entity_records_and_their_relationships_are_a_few_links_apart(self):
        self.open("/model")
        boxes = self.browser.texts(".diagram a")
        self.assertIn("Item", boxes[0] + " ".join(boxes))
        self.browser.one("a.entities__name[href$='/model/AssetType']").click()
        self.browser.wait(lambda: self.browser.text("h1") == "AssetType")
        self.browser.fill("#q", "furn")
        self.browser.one("#q").send_keys(Keys.ENTER)
        self.browser.wait(lambda: "q=furn" in self.browser.driver.current_url)
        self.assertEqual(len(self.browser.all("#records tbody tr")), 1)
        self.browser.one("#records tbody a[href*='relationship=AssetType.items']").click()
        self.browser.wait(lambda: "/model/Item?" in self.browser.driver.current_url)
        self.assertEqual(self.browser.text("h1"), "Item")
        self.assertEqual(self.browser.errors(), [])


class ModelWithoutScripts(Model):
    has_scripts = False


class ModelByKeys(Case):
    """Only the keyboard is used."""

    items = 5

    def test_the_diagram_is_enlarged_scrolled_and_followed(self):
        self.browser.resize(390)
        self.open("/model")
        self.tab_to(".diagram input")
        self.browser.keys(Keys.SPACE)
        self.assertTrue(self.browser.script("return document.activeElement.checked"))
        self.tab_to(".diagram__box")
        self.assertNotEqual(self.style("outlineStyle"), "none")
        self.browser.keys(Keys.ARROW_RIGHT)
        self.browser.wait(lambda: self.browser.script("return document.activeElement.scrollLeft") > 0, "no scroll")

        # Each box of the diagram is a link, which is scrolled into view and highlighted when focused.
        self.tab_to(".diagram a")
        entity = self.browser.driver.switch_to.active_element.text.split()[0]
        self.assertIn("underline", self.style("textDecorationLine", "text"))
        self.assertTrue(self.browser.script("""
            const box = document.activeElement.getBoundingClientRect()
            return box.left < innerWidth && box.right > 0 && box.top < innerHeight && box.bottom > 0"""))
        self.enter()
        self.assertEqual(self.browser.text("h1"), entity)
        self.assertEqual(self.browser.errors(), [])

    def test_a_record_is_found_and_followed_along_its_relationships(self):
        self.open("/model")
        self.tab_to("a.entities__name[href$='/model/AssetType']")
        self.enter()
        self.assertEqual(self.browser.text("h1"), "AssetType")
        # The description of the model is collapsed, and can be expanded.
        self.tab_to(".fold > summary")
        was_open = self.browser.script("return document.activeElement.parentElement.open")
        self.browser.keys(Keys.ENTER)
        self.assertNotEqual(self.browser.script("return document.activeElement.parentElement.open"), was_open)

        self.tab_to("#q")
        self.browser.keys("furn")
        self.enter()
        self.assertEqual(len(self.browser.all("#records tbody tr")), 1)
        self.tab_to("#records tbody a[href*='relationship=AssetType.items']")
        self.enter()
        self.assertEqual(self.browser.text("h1"), "Item")
        self.tab_to("#records tbody th a")
        self.enter()
        self.tab_to(".facts--record a[href*='/model/AssetType']")
        self.enter()
        self.assertIn("Furniture", self.browser.text("main"))
        self.assertEqual(self.browser.errors(), [])

    def tab_to(self, selector):
        self.browser.tab_to(lambda element: self.browser.script(
            "return arguments[0].matches(arguments[1])", element, selector))

    def enter(self):
        page = self.browser.one("html")
        self.browser.keys(Keys.ENTER)
        self.browser.wait(lambda: self.browser.one("html") != page, "no page")

    def style(self, name, inside=None):
        """The style of the focused element, or of an element in it."""
        return self.browser.script("""
            const [name, inside] = arguments
            const element = document.activeElement
            return getComputedStyle(inside ? element.querySelector(inside) : element)[name]""", name, inside)
