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

extension APIPage {
    static var mock: APIPage {
        APIPage(
            layout: .mock("Addresses for scripts", section: ""), title: "Addresses for scripts",
            documentPath: "/openapi.json", commands: "curl http://127.0.0.1:8080/openapi.json",
            statuses: [Word(name: "404", meaning: "There is no such record.")],
            parts: [
                Part(
                    id: "part-1", title: "Books",
                    addresses: [
                        Address(
                            path: "/books", twins: "Also .json and .csv",
                            operations: [
                                Operation(
                                    method: "GET", summary: "List books", users: "All roles",
                                    query: [Word(name: "q", meaning: "Words to search for")],
                                    fields: [], members: "id, title", statuses: ""),
                                Operation(
                                    method: "POST", summary: "Add a book",
                                    users: "Owner and member", query: [],
                                    fields: [Word(name: "title", meaning: "Title")],
                                    members: "", statuses: "201, 409"),
                            ])
                    ])
            ])
    }
}
