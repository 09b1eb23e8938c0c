@testable import Web

extension ProductShowPage {
    static func mock(isRetired: Bool = false) -> ProductShowPage {
        ProductShowPage(
            layout: .sales("Desk lamp", crumbs: [.products]),
            record: .mock("Desk lamp", at: "/products/1", version: 2, isCopied: true),
            price: "$19.99",
            isRetired: isRetired, retired: "November 21, 2026",
            retiredISO: "2026-11-21T10:00:00Z",
            facts: [RecordFact("Number", "L-1 <x>")],
            stock: isRetired ? "" : "2 pieces", isLow: true, stockPath: "/products/1/stock",
            figures: [Figure(value: "12", label: "sold", path: "/products/1#buyers")],
            hasBuyers: !isRetired,
            buyers: TradeTable(
                id: "buyers", title: "Who bought it", subject: "Customer",
                rows: [
                    TradeRow(
                        name: "Amina Diallo", path: "/customers/1",
                        last: "Nov 19, 2026", lastISO: "2026-11-19", quantity: "2", unit: "bought",
                        total: "$39.98"),
                    TradeRow(
                        name: "No customer", isNamed: false, path: "", quantity: "1",
                        unit: "bought", total: "$19.99"),
                ], more: "And 80 others"),
            retirePath: "/products/1/retirement",
            unretirePath: "/products/1/retirement/delete")
    }
}

extension ProductStockPage {
    static func mock(fault: String? = nil) -> ProductStockPage {
        ProductStockPage(
            layout: .sales("Stock of Desk lamp", crumbs: [.products, .lamp]), name: "Desk lamp",
            summary: "2 pieces in stock", isLow: true, path: "/products/1/stock",
            faults: FaultSummary(
                fault.map { [FaultLink(field: "kind", text: "What: \($0)")] } ?? []),
            kinds: [SelectOption(value: "delivered", label: "Delivered", isSelected: true)],
            kind: FormField("delivered", fault: fault), quantity: FormField("x", fault: fault),
            note: FormField("", fault: fault),
            rows: [
                ProductStockRow(
                    kind: "Sold", change: "−2", level: "2", date: "Nov 21, 2026",
                    dateISO: "2026-11-21T10:00:00Z", note: "", sale: "Sale 17",
                    salePath: "/sales/17"),
                ProductStockRow(
                    kind: "Delivered", change: "+4", level: "4", date: "Nov 20, 2026",
                    dateISO: "2026-11-20T10:00:00Z", note: "From <Ann>", sale: "", salePath: ""),
            ], more: "And 80 before them",
            csvPath: "/products/1/stock.csv", jsonPath: "/products/1/stock.json")
    }
}
