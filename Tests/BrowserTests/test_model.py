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
        boxes = [link.text for link in self.browser.all(".diagram a")]
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
