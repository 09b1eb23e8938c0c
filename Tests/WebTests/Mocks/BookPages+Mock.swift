@testable import Web

extension BookCategoryShowPage {
    static func mock(hasBooks: Bool = true) -> BookCategoryShowPage {
        BookCategoryShowPage(
            layout: .mock(
                "Cooking", crumbs: [PathLink(label: "Categories", path: "/book-categories")]),
            record: .mock("Cooking", at: "/book-categories/1", editLabel: "Rename"),
            summary: "2 books, 1 bargain", hasBargains: hasBooks,
            bargains: .books("bargain"), hasBooks: hasBooks, books: .books("book"),
            moreBooks: hasBooks ? "Show all 120 books" : "", newBookPath: "/books/new?category=1",
            booksPath: "/books?category=1")
    }
}

extension ListTable {
    fileprivate static func books(_ anchors: String) -> ListTable {
        var table = ListTable(
            caption: "Books in this category",
            heads: [
                ListHead(style: "cell-name", label: "Book"),
                ListHead(style: "cell-value number", label: "Price"),
            ])
        table.fill([
            ListRow(
                anchor: "\(anchors)-1", path: "/books/1", name: "Soups for Cold Evenings",
                [ListCell("$9.95")])
        ])
        return table
    }
}

extension BookShowPage {
    static func mock(hasPages: Bool = true) -> BookShowPage {
        BookShowPage(
            layout: .mock("Soups", crumbs: [PathLink(label: "Books", path: "/books")]),
            record: .mock("Soups for Cold Evenings", at: "/books/1", version: 2),
            summary: "Ann Author · ISBN 9783161484100 · $9.95",
            category: hasPages ? "Cooking" : "", categoryPath: "/book-categories/1",
            pages: hasPages
                ? [
                    PageRow(
                        anchor: "page-1", path: "/pages/1", name: "Page 1",
                        beginning: "A soup forgives.", positionPath: "/pages/1/position")
                ] : [],
            firstPagePath: "/pages/1",
            history: hasPages
                ? [
                    BookChangeRow(
                        label: "Price", old: "$14.00", new: "$9.95", date: "November 21, 2026",
                        dateISO: "2026-11-21T10:00:00Z")
                ] : [],
            newPagePath: "/books/1/pages/new")
    }
}

extension PageShowPage {
    static var mock: PageShowPage {
        PageShowPage(
            layout: .mock("Page 2", crumbs: [PathLink(label: "Books", path: "/books")]),
            record: .mock("Soups for Cold Evenings", at: "/pages/2"), place: "Page 2 of 3",
            paragraphs: ["Leeks and potatoes.", "Salt only at the end."],
            previousPath: "/pages/1", nextPath: "/pages/3")
    }
}

extension BookSamplesPage {
    static var mock: BookSamplesPage {
        BookSamplesPage(
            layout: .mock("Load the samples"),
            consequences: [
                "Everything that is here now is deleted for good: 3 categories, 7 books."
            ],
            path: "/books/samples", cancelPath: "/book-categories")
    }
}
