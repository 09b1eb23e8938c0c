"""Photos that become items by keyboard, one Enter each."""

import base64
import json
import os

from browser import Keys
from case import Case
from program import picture

DISCARD = ".inbox__draft form[action$='/delete'] button"


class Inbox(Case):
    def add_photos(self, count):
        paths = []
        for number in range(1, count + 1):
            paths.append(os.path.join(self.program.folder, f"{number:02}.png"))
            with open(paths[-1], "wb") as file:
                file.write(picture(bytes((40 * number % 200, 90, 120)), 480, 320))
        self.open("/inbox")
        self.browser.one("#photo").send_keys("\n".join(paths))
        self.browser.go("Add photos")

    def name_all(self, names):
        for left, name in zip(range(len(names), 0, -1), names):
            self.wait_for(left)
            # Without a click: the field of the next draft is focused.
            self.browser.wait(lambda: self.browser.script("return document.activeElement.name") == "itemName")
            with self.browser.next_page():
                self.browser.keys(name, Keys.ENTER)
        self.wait_for(0)

    def wait_for(self, count):
        self.browser.wait(lambda: len(self.browser.all(".inbox__draft")) == count, f"not {count} drafts")

    def test_drafts_are_named_one_enter_each(self):
        before = self.program.names()
        self.add_photos(4)
        self.assertEqual(self.program.names(), before)
        self.name_all(["Lamp", "Chair", "Radio", "Clock"])
        self.assertEqual(self.program.names(), before + ["Lamp", "Chair", "Radio", "Clock"])
        self.assertEqual(self.browser.errors(), [])

    def bring(self, event, count):
        """Adds pictures by dropping them on the page, or pasting them."""
        pictures = [
            base64.b64encode(picture(bytes((60 * number % 200, 40, 200)), 320, 240)).decode()
            for number in range(1, count + 1)
        ]
        with self.browser.next_page():
            self.browser.script(
                f"""
            const transfer = new DataTransfer()
            for (const [index, text] of {json.dumps(pictures)}.entries()) {{
              const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
              transfer.items.add(new File([bytes], `${{index}}.png`, {{ type: "image/png" }}))
            }}
            const form = document.querySelector("[data-photos-drop]")
            if ("{event}" === "drop") {{
              form.dispatchEvent(new DragEvent("drop", {{ dataTransfer: transfer, cancelable: true }}))
            }} else {{
              document.dispatchEvent(new ClipboardEvent("paste", {{ clipboardData: transfer }}))
            }}
            """)

    def test_pictures_are_dropped_and_pasted_and_undo_takes_steps_back(self):
        before = self.program.names()
        self.open("/inbox")
        self.bring("drop", 2)
        self.wait_for(2)
        self.bring("paste", 1)
        self.wait_for(3)
        self.browser.wait(lambda: self.browser.script("return document.activeElement.name") == "itemName")
        with self.browser.next_page():
            self.browser.keys("Vase", Keys.ENTER)
        self.wait_for(2)
        self.assertEqual(self.program.names(), before + ["Vase"])
        self.browser.go("Undo")
        self.wait_for(3)
        self.assertEqual(self.program.names(), before)
        for left in [2, 1, 0]:
            self.browser.follow(DISCARD)
            self.wait_for(left)
        self.assertEqual(self.browser.errors(), [])

    def test_it_works_without_scripts_and_on_a_phone(self):
        self.browser.allow_scripts(False)
        self.addCleanup(self.browser.allow_scripts, True)
        # High enough that the bar at the bottom covers no button.
        self.browser.resize(390, 2000)
        before = self.program.names()
        self.add_photos(3)
        self.browser.follow(".inbox__draft form[action$='/merge'] button")
        self.wait_for(2)
        with self.browser.next_page():
            self.browser.one(".inbox__draft input[name=itemName]").send_keys("Vase", Keys.ENTER)
        self.wait_for(1)
        self.assertEqual(self.program.names(), before + ["Vase"])
        self.browser.follow(DISCARD)
        self.wait_for(0)
