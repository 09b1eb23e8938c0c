@testable import Web

extension GuideIndexPage {
    static var mock: GuideIndexPage {
        GuideIndexPage(
            layout: .mock("Help", section: ""), title: "Help",
            html: "<ul>\n<li><a href=\"help/start\">Start</a></li>\n</ul>\n",
            wholePath: "/help/all")
    }
}

extension GuideShowPage {
    /// A page between two others.
    static var mock: GuideShowPage {
        GuideShowPage(
            layout: .mock("Groceries", section: ""), title: "Groceries",
            html: "<p>What to buy.</p>\n<h2><a id=\"adding\" href=\"#adding\">Adding</a></h2>\n",
            headings: [PathLink(label: "Adding", path: "#adding")], hasHeadings: true,
            pages: [
                SectionLink(label: "Start", path: "/help/start"),
                SectionLink(label: "Groceries", path: "/help/groceries", isCurrent: true),
                SectionLink(label: "Books", path: "/help/books"),
            ],
            previousLabel: "Start", previousPath: "/help/start",
            nextLabel: "Books", nextPath: "/help/books")
    }
}

extension GuideWholePage {
    static var mock: GuideWholePage {
        GuideWholePage(
            layout: .mock("All of the guide", section: ""), title: "All of the guide",
            parts: [
                Part(id: "page-start", title: "Start", html: "<p>Begin here.</p>\n"),
                Part(id: "page-books", title: "Books", html: "<p>Books have pages.</p>\n"),
            ])
    }
}
