@testable import Web

extension SectionsPage {
    static var mock: SectionsPage {
        SectionsPage(
            layout: .mock("Sections", section: ""),
            rows: [
                Row(
                    label: "Groceries", path: "/groceries", isShown: true,
                    updatePath: "/sections/groceries"),
                Row(
                    label: "Books", path: "/book-categories", isShown: false,
                    updatePath: "/sections/books"),
            ], jsonPath: "/sections.json")
    }
}
