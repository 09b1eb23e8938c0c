"""Places and photos, with and without scripts, by finger and by keyboard alone."""

import os

from browser import Keys
from case import Case
from test_pages import axe


class Places(Case):
    photos = {"Lyon": 1, "Rome": 120}
    has_scripts = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.rome = cls.program.place("Rome", 120)

    def setUp(self):
        super().setUp()
        self.browser.allow_scripts(self.has_scripts)
        for photo in self.program.get("/recents.json?perPage=200")["records"]:
            self.program.post(f"/photos/{photo['id']}/views/delete")
        for photo in self.program.get(f"/favorites/{self.rome}.json?perPage=200")["records"]:
            self.program.post(f"/photos/{photo['id']}/favorite/delete")

    def titles(self, path):
        return [photo["title"] for photo in self.program.get(path)["records"]]

    def shown(self):
        return self.browser.texts(".photos__title")

    def assert_no_error(self):
        self.assertEqual(self.browser.errors(), [])

    def test_a_photo_is_found_by_its_place_marked_and_unmarked(self):
        self.open("/")
        self.browser.follow(".sections a[href$='/places']")
        self.assertIn("120 photos", self.browser.text(".places"))
        self.browser.follow(".places__link[href$='/places/%d']" % self.rome)
        self.assertEqual(self.browser.text("h1"), "Rome")
        self.browser.follow(".photos__link")
        self.assertEqual(self.browser.text("h1"), "001.png")
        if self.has_scripts:
            self.browser.wait(lambda: self.titles("/recents.json") == ["001.png"], "not recorded")
        self.browser.go("Mark as favorite")
        self.browser.notice("The photo is a favorite.")
        self.assertEqual(self.titles(f"/favorites/{self.rome}.json"), ["001.png"])

        self.open("/favorites")
        self.browser.follow(".places__link")
        self.assertEqual(self.shown(), ["001.png"])
        self.browser.tap(".photos__off")
        self.browser.wait(lambda: "No favorites here" in self.browser.text("main"))
        self.assertEqual(self.titles(f"/favorites/{self.rome}.json"), [])
        self.assert_no_error()

    def test_photos_are_searched_and_every_page_of_a_place_can_be_reached(self):
        self.open(f"/places/{self.rome}?q=07&perPage=25")
        self.assertEqual(self.shown()[:2], ["007.png", "070.png"])
        self.open(f"/places/{self.rome}?perPage=100&page=2")
        self.assertEqual(self.shown()[0], "101.png")
        self.browser.go("Previous")
        self.assertEqual(self.shown()[0], "001.png")
        self.assert_no_error()

    def test_a_photo_is_added_and_what_is_no_picture_is_refused_with_reason(self):
        place = self.program.place("Lyon", len(os.listdir(os.path.join(self.program.photos, "Lyon"))))
        name = f"new-{self.has_scripts}.png"
        path = os.path.join(self.program.folder, name)
        source = os.path.join(self.program.photos, "Rome", "001.png")
        with open(source, "rb") as file, open(path, "wb") as copy:
            copy.write(file.read())
        text = os.path.join(self.program.folder, "words.txt")
        with open(text, "w", encoding="utf-8") as file:
            file.write("words\n")

        self.open(f"/places/{place}")
        self.browser.tap(".fold__summary")
        self.browser.one("#photo").send_keys(text)
        self.browser.follow("form[enctype] .button--primary")
        self.assertTrue(self.browser.driver.title.startswith("Not done: "))
        self.assertIn("not a picture", self.browser.text("#photo-fault"))

        self.browser.one("#photo").send_keys(path)
        self.browser.follow("form[enctype] .button--primary")
        self.browser.notice("The photos were added.")
        self.assertIn(name, self.shown())

    def test_a_view_is_recorded_by_hand_or_by_itself(self):
        photo = self.program.get(f"/places/{self.rome}.json")["records"][4]["id"]
        self.open(f"/photos/{photo}")
        if not self.has_scripts:
            self.assertEqual(self.titles("/recents.json"), [])
            self.browser.go("Add to recents")
        self.browser.wait(lambda: self.titles("/recents.json") == ["005.png"])

        self.open("/recents")
        self.assertEqual(self.shown(), ["005.png"])
        self.browser.tap(".photos__off")
        self.browser.wait(lambda: "Nothing viewed lately" in self.browser.text("main"))
        self.assert_no_error()


class PlacesWithoutScripts(Places):
    has_scripts = False


class PhotosByHand(Case):
    """Scripts on the pages of places."""

    photos = {"Rome": 120}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.rome = cls.program.place("Rome", 120)

    def go_to(self, title):
        """Waits for a page, and for its scripts."""
        self.browser.wait(
            lambda: self.browser.text("h1") == title
            and self.browser.script("return document.readyState") == "complete", f"no {title}")

    def swipe(self, right, down):
        # During the transition to the next page, the touch has no target for a moment.
        self.browser.wait(lambda: self.browser.script("""
            const photo = document.querySelector("[data-photo]")
            const box = photo.getBoundingClientRect()
            return photo.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
            """), "nothing to swipe")
        self.browser.hold(self.browser.one("[data-photo]"), "touch").by(right, down).up()

    def scroll_on(self):
        """Scrolls down until all photos are there."""
        self.browser.wait(lambda: self.browser.script("""
            scrollTo(0, document.documentElement.scrollHeight)
            return document.querySelectorAll(".photos__photo").length""") >= 120, "no more photos")

    def photo(self, title):
        photos = self.program.get(f"/places/{self.rome}.json?perPage=200")["records"]
        return next(photo["id"] for photo in photos if photo["title"] == title)

    def test_the_grid_goes_on_as_one_scrolls_and_follows_what_is_changed_elsewhere(self):
        self.open(f"/places/{self.rome}")
        count = "return document.querySelectorAll('.photos__photo').length"
        self.assertEqual(self.browser.script(count), 50)
        self.scroll_on()
        self.assertEqual(self.browser.script(count), 120)
        ids = "return [...document.querySelectorAll('.photos__photo')].map(photo => photo.id)"
        self.assertEqual(len(set(self.browser.script(ids))), 120)

        self.program.post(f"/photos/{self.photo('002.png')}/favorite")
        self.program.post(f"/photos/{self.photo('110.png')}/favorite")

        self.browser.wait(lambda: self.browser.script(
            "return document.querySelectorAll('.photos__mark').length") >= 1, "no mark")
        self.assertEqual(self.browser.script(count), 120)
        self.assertEqual(self.browser.errors(), [])

    def expect_no_turn(self, action):
        self.browser.script("navigation.addEventListener('navigate', () => { window.hasTurned = true })")
        action()
        self.assertFalse(self.browser.script("return window.hasTurned"))
        self.assertEqual(self.browser.errors(), [])

    def test_keys_turn_the_photos(self):
        self.open(f"/photos/{self.photo('002.png')}")
        self.browser.keys(Keys.ARROW_RIGHT)
        self.go_to("003.png")
        self.browser.keys(Keys.ARROW_LEFT)
        self.go_to("002.png")
        self.browser.keys(Keys.ARROW_LEFT)
        self.go_to("001.png")
        self.expect_no_turn(lambda: self.browser.keys(Keys.ARROW_LEFT))

    def test_swipes_turn_the_photos(self):
        self.browser.resize(390)
        # With a previous page, a swipe to the right could be interpreted as Back.
        self.open("/places")
        self.open(f"/photos/{self.photo('002.png')}")
        self.swipe(-150, 10)
        self.go_to("003.png")
        self.swipe(150, 10)
        self.go_to("002.png")
        self.expect_no_turn(lambda: self.swipe(-40, 150))

    def test_a_photo_is_found_and_marked_by_keyboard_alone(self):
        self.open("/places")
        self.browser.tab_to(f"a[href$='/places/{self.rome}']")
        self.browser.keys(Keys.ENTER)
        self.go_to("Rome")
        self.browser.tab_to("a[href*='/photos/']")
        self.browser.keys(Keys.ENTER)
        self.go_to("001.png")
        self.browser.enter("Mark as favorite")
        self.browser.notice("The photo is a favorite.")
        self.assertIn(
            "001.png",
            [photo["title"] for photo in self.program.get(f"/favorites/{self.rome}.json")["records"]])

    def test_axe_finds_nothing_on_a_grid_that_went_on(self):
        self.open(f"/places/{self.rome}")
        self.scroll_on()
        with open(axe(), encoding="utf-8") as file:
            self.browser.script(file.read())
        found = self.browser.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run().then(result => done(result.violations.map(violation =>"
            " `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)),"
            " error => done([String(error)]))")
        self.assertEqual(found, [])
