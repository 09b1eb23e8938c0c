@testable import Web

extension LoanShowPage {
    static func mock(isOut: Bool = true) -> LoanShowPage {
        LoanShowPage(
            layout: .mock("Drill, lent to Bob", crumbs: [PathLink(label: "Lent", path: "/loans")]),
            record: .mock("Drill, lent to Bob", at: "/loans/1"), item: "Drill",
            itemPath: "/items/1", borrower: "Bob", since: "May 1, 2026",
            state: isOut ? "Overdue since June 1, 2026" : "Back since May 20, 2026",
            hasNotes: isOut, notes: "With <both> bits", isOut: isOut,
            returnPath: "/loans/1/return")
    }
}
