@testable import Web

extension PaperDocument {
    static func mock(
        _ title: String, isBare: Bool = false, due: SumRow, below: [SumRow] = []
    ) -> PaperDocument {
        PaperDocument(
            title: title, language: "en", labels: .mock, page: isBare ? "letter" : "a4",
            letterhead: .mock(isEmpty: isBare), buyerName: "Amina <Diallo>",
            buyerAddress: isBare ? "" : "2 Low Street\nShelbyville",
            facts: [SumRow(label: "Number", amount: "5"), due],
            lines: [
                SaleLineRow(
                    product: "Lamp <x>", quantity: "3", unitPrice: "$12.50", amount: "$33.75",
                    discount: "less 10 %", position: "1", tax: "19 %"),
                SaleLineRow(
                    product: "Rug", quantity: "1", unitPrice: "$40.00", amount: "$40.00",
                    position: "2", tax: "–"),
            ], sums: [SumRow(label: "Sum", amount: "$73.75")], total: "$72.75", sumsBelow: below,
            taxes: [TaxTotalsRow(title: "VAT 19 %", net: "$28.36", tax: "$5.39", gross: "$33.75")],
            legend: isBare ? "" : "S: standard rate", note: isBare ? "" : "Thank <you>")
    }
}

extension PaperLabels {
    static let mock = PaperLabels(
        statement: "Statement", position: "No.", product: "Product", quantity: "Quantity",
        unitPrice: "Unit price", tax: "Tax", amount: "Amount", total: "Total", taxes: "Taxes",
        net: "Net", gross: "Gross", subject: "Description", day: "Date", owed: "To be paid",
        void: "Void", noPurchases: "Nothing was sold")
}

extension Letterhead {
    static func mock(isEmpty: Bool, hasTaxNumber: Bool = true) -> Letterhead {
        Letterhead(
            shop: isEmpty ? "" : "Corner Shop",
            address: isEmpty ? "" : "1 High Street\nSpringfield",
            taxNumber: isEmpty || !hasTaxNumber ? "" : "Tax number 12/345")
    }
}
