@testable import Web

extension SearchPage {
    static func mock(hasHits: Bool = true) -> SearchPage {
        SearchPage(
            layout: .mock("Search"), summary: "12 hits for “lamp”", jsonPath: "/search.json?q=lamp",
            hasText: true, hasHits: hasHits,
            groups: hasHits
                ? [
                    Group(
                        title: "Items", count: "12",
                        hits: [
                            Hit(
                                label: "Reading lamp", detail: "LP-1 · Study",
                                value: "$49.50",
                                thumbnailPath: "/items/1/thumbnail?v=1-a", path: "/items/1")
                        ], more: "Show all 12", morePath: "/items?q=lamp")
                ] : [])
    }
}
