@testable import Web

extension RecordShowPage {
    static func mock(isBare: Bool = false) -> RecordShowPage {
        let layout = LayoutPage.mock(
            "Drill, lent to Bob", crumbs: [PathLink(label: "Lent", path: "/loans")])
        let head = RecordHead.mock("Drill, lent to Bob", at: "/loans/1")
        guard !isBare else { return RecordShowPage(layout: layout, record: head) }
        return RecordShowPage(
            layout: layout, record: head, summary: "Overdue since June 1, 2026",
            actions: [
                RecordAction(label: "It is back", path: "/loans/1/return", isPosted: true),
                RecordAction(label: "Labels on it", path: "/labels?sheet=1"),
            ],
            facts: [
                RecordFact("Item", "Drill", path: "/items/1"), RecordFact("Lent to", "Bob"),
                RecordFact("Notes", "With <both> bits", isLong: true),
            ])
    }
}
