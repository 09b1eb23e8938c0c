@testable import Web

extension ProductShowPage {
    static func mock(isRetired: Bool = false) -> ProductShowPage {
        ProductShowPage(
            layout: .sales("Desk lamp", crumbs: [.products]),
            record: .mock("Desk lamp", at: "/products/1", version: 2), price: "$19.99",
            isRetired: isRetired, retired: "November 21, 2026",
            retiredISO: "2026-11-21T10:00:00Z",
            figures: [Figure(value: "12", label: "sold", path: "/products/1#buyers")],
            hasBuyers: !isRetired,
            buyers: [
                TradeRow(
                    name: "Amina Diallo", path: "/customers/1", hasLast: true,
                    last: "Nov 19, 2026", lastISO: "2026-11-19", quantity: "2", total: "$39.98"),
                TradeRow(
                    name: "Persons removed", isNamed: false, path: "", quantity: "1",
                    total: "$19.99"),
            ],
            hasMoreBuyers: true, moreBuyers: "And 80 others",
            retirePath: "/products/1/retirement",
            unretirePath: "/products/1/retirement/delete")
    }
}
