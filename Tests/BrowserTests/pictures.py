"""Takes the pictures of the README and of the guide, with a household seeded as by `make demo`.

    python pictures.py REPOSITORY [NAME...]
"""

import base64
import datetime
import glob
import os
import sys
from typing import Callable, NamedTuple, Optional

from browser import Browser
from program import Program, picture

# The lines of an import: a new one, an unchanged one, and a refused one.
THINGS = """name,value,type
Bread knife,35,Kitchen
Garden hose,60,Garden
Picture frame,1.234,Furniture
"""


class Picture(NamedTuple):
    """A picture: its name, its page, and the size of the window.

    `prepare` brings the page into the displayed state; `selector` must match on it then.
    """

    name: str
    page: str
    width: int = 820
    height: int = 560
    prepare: Optional[Callable] = None
    selector: str = "h1"
    medium: str = ""

    @property
    def path(self):
        """The path in the repository."""
        kind, name = self.name.split("/")
        return f"{'Public/guide' if kind == 'guide' else '.github'}/{name}.webp"


def plan_import(browser, program):
    path = os.path.join(program.folder, "things.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(THINGS)
    browser.one("#file").send_keys(path)
    browser.go("Preview")


def tick_off(browser, program):
    for grocery in program.get("/groceries.json")["records"][-2:]:
        program.post(f"/groceries/{grocery['id']}/tick", ticked="yes")
    browser.open(program.address + "/groceries")


def fill_inbox(browser, program):
    """Two drafts, with photos of the sample places."""
    photos = sorted(glob.glob(os.path.join(program.photos, "*", "*")))
    browser.one("#photo").send_keys("\n".join(os.path.abspath(path) for path in photos[:2]))
    browser.go("Add photos")


def add_documents(browser, program):
    for name, colour in [("receipt.png", b"\xf4\xf1\xe8"), ("manual.png", b"\xd9\xe2\xea")]:
        path = os.path.join(program.folder, name)
        with open(path, "wb") as file:
            file.write(picture(colour, 420, 594))
        browser.one("#file").send_keys(path)
        browser.go("Add")


def plan_tasks(browser, program):
    today = datetime.date.today()
    for title, item, interval, days in [
            ("Have it serviced", 2, "1 year", -3), ("Change the filter", 5, "3 months", 0),
            ("Renew the warranty", 9, "", 12), ("Oil the hinges", 14, "6 months", 40)]:
        program.post("/tasks", title=title, item=f"A-{item:04}", interval=interval,
                     due=str(today + datetime.timedelta(days)))
    browser.open(program.address + "/tasks")


def write_quote(browser, program):
    lines = [("Bicycle bell", "2", "8.50"), ("Saddle", "1", "34.00"), ("Fitting", "1", "20.00")]
    fields = {"buyerName": "Amina Diallo", "buyerAddress": "3 Harbour Road",
              "validThrough": str(datetime.date.today() + datetime.timedelta(14))}
    for index, (product, quantity, price) in enumerate(lines):
        fields |= {f"lines[{index}][productName]": product, f"lines[{index}][quantity]": quantity,
                   f"lines[{index}][unitPrice]": price}
    quote = program.post("/quotes", **fields)
    browser.open(f"{program.address}/quotes/{quote['id']}")


PICTURES = [
    Picture("readme/inventory", "/items", 1240, 800),
    Picture("guide/overview", "/", height=720),
    Picture("guide/inventory", "/items"),
    Picture("guide/phone-item", "/items/{item}", 390, 760, selector=".picture__image"),
    Picture("guide/customer", "/customers/{customer}", height=640),
    Picture("guide/receipt", "/sales/{sale}/receipt", height=680, selector=".receipt"),
    Picture("guide/groceries", "/groceries", height=640, prepare=tick_off, selector=".list--ticked"),
    Picture("guide/phone-groceries", "/groceries", 390, 760, tick_off, ".list--ticked"),
    Picture("guide/printed-groceries", "/groceries", 688, 420, selector=".list--groceries", medium="print"),
    Picture("guide/book", "/books/{book}", selector="#pages"),
    Picture("guide/places", "/places", selector=".places__cover"),
    Picture("guide/photo", "/photos/{photo}", height=820, selector=".photo__image"),
    Picture("guide/search", "/search?q=garden", selector=".hits__link"),
    Picture("guide/predicate", '/items?predicate=valueInDollars > 500 AND assetType.label == "Furniture"',
            height=860, selector="#predicate"),
    Picture("guide/import", "/import", height=640, prepare=plan_import, selector=".list--import"),
    Picture("guide/backup", "/backup"),
    Picture("guide/inbox", "/inbox", height=760, prepare=fill_inbox, selector=".inbox__photo"),
    Picture("guide/documents", "/items/{item}/documents", height=640, prepare=add_documents),
    Picture("guide/care", "/tasks", height=620, prepare=plan_tasks),
    Picture("guide/quote", "/quotes", height=720, prepare=write_quote),
    Picture("guide/report", "/report", height=760),
    Picture("guide/labels", "/labels?q=garden", height=720),
    Picture("guide/model", "/model", height=700, selector=".diagram svg"),
]


def records(program):
    """The records whose pages are shown: those with the most details."""
    def most(path, key):
        return max(program.get(path + "?perPage=200")["records"], key=key)

    place = program.place("Kyoto", 6)
    return {
        "item": most("/items.json", lambda item: (item["thumbnail"] is not None, item["valueInDollars"] or 0))["itemKey"],
        "customer": most("/customers.json", lambda customer: customer["sales"])["id"],
        "sale": most("/sales.json", lambda sale: len(sale["lines"]))["id"],
        "book": most("/books.json", lambda book: book["pages"])["id"],
        "place": place,
        "photo": program.get(f"/places/{place}.json")["records"][1]["id"],
    }


def take(repository, names):
    program = Program(60, "--photographs")
    browser = Browser()
    try:
        found = records(program)
        browser.command("Emulation.setScrollbarsHidden", hidden=True)
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            browser.command("Emulation.setDeviceMetricsOverride", width=picture.width, height=picture.height,
                            deviceScaleFactor=2, mobile=picture.width < 500)
            browser.show_in("light", picture.medium)
            browser.open(program.address + picture.page.format(**found))
            if picture.prepare:
                picture.prepare(browser, program)
            browser.one(picture.selector)
            browser.wait(lambda: browser.script(
                "return document.readyState === 'complete' && [...document.images].every("
                " image => image.complete || image.getBoundingClientRect().top > innerHeight)"))
            # A blinking cursor would be visible at random.
            browser.script("document.activeElement.blur()")
            data = browser.command("Page.captureScreenshot", format="webp", quality=80)["data"]
            path = os.path.join(repository, picture.path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(base64.b64decode(data))
            print(f"{picture.path}: {os.path.getsize(path) // 1000} KB")
    finally:
        browser.close()
        program.stop()


if __name__ == "__main__":
    take(sys.argv[1], sys.argv[2:])
