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
        self.browser.follow("a.entities__name[href$='/model/AssetType']")
        self.assertEqual(self.browser.text("h1"), "AssetType")
        self.browser.fill("#q", "furn")
        with self.browser.next_page():
            self.browser.one("#q").send_keys(Keys.ENTER)
        self.assertIn("q=furn", self.browser.driver.current_url)
        self.assertEqual(len(self.browser.all("#records tbody tr")), 1)
        self.browser.follow("#records tbody a[href*='relationship=AssetType.items']")
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
        self.browser.tab_to(".diagram input")
        self.browser.keys(Keys.SPACE)
        self.assertTrue(self.browser.script("return document.activeElement.checked"))
        self.browser.tab_to(".diagram__box")
        self.assertNotEqual(self.style("outlineStyle"), "none")
        self.browser.keys(Keys.ARROW_RIGHT)
        self.browser.wait(lambda: self.browser.script("return document.activeElement.scrollLeft") > 0, "no scroll")

        # Each box of the diagram is a link, which is scrolled into view and highlighted when focused.
        self.browser.tab_to(".diagram a")
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
        self.browser.tab_to("a.entities__name[href$='/model/AssetType']")
        self.enter()
        self.assertEqual(self.browser.text("h1"), "AssetType")
        # The description of the model is collapsed, and can be expanded.
        self.browser.tab_to(".fold > summary")
        was_open = self.browser.script("return document.activeElement.parentElement.open")
        self.browser.keys(Keys.ENTER)
        self.assertNotEqual(self.browser.script("return document.activeElement.parentElement.open"), was_open)

        self.browser.tab_to("#q")
        self.browser.keys("furn")
        self.enter()
        self.assertEqual(len(self.browser.all("#records tbody tr")), 1)
        self.browser.tab_to("#records tbody a[href*='relationship=AssetType.items']")
        self.enter()
        self.assertEqual(self.browser.text("h1"), "Item")
        self.browser.tab_to("#records tbody th a")
        self.enter()
        self.browser.tab_to(".facts--record a[href*='/model/AssetType']")
        self.enter()
        self.assertIn("Furniture", self.browser.text("main"))
        self.assertEqual(self.browser.errors(), [])

    def enter(self):
        with self.browser.next_page():
            self.browser.keys(Keys.ENTER)

    def style(self, name, inside=None):
        """The style of the focused element, or of an element in it."""
        return self.browser.script("""
            const [name, inside] = arguments
            const element = document.activeElement
            return getComputedStyle(inside ? element.querySelector(inside) : element)[name]""", name, inside)
