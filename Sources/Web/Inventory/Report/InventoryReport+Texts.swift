import Domain

extension InventoryReport.Entry {
    /// Serial number, maker and model, purchase, and what it is not grouped by: a line each.
    func facts(_ scope: ReportScope, in currency: Currency) -> [String] {
        let details = item.details
        let made = [details.manufacturer, details.modelNumber].filter { !$0.isEmpty }
        let bought = [
            details.purchaseDay.map { "bought \(DayText.long($0))" } ?? "",
            details.purchasePrice.map { "for \(currency.text($0))" } ?? "",
            details.seller.isEmpty ? "" : "from \(details.seller)",
        ].filter { !$0.isEmpty }
        return [
            item.serialNumber.isEmpty ? "" : "Serial number \(item.serialNumber)",
            made.joined(separator: ", "), FormText.capitalized(bought.joined(separator: " ")),
            scope.grouping == .location ? item.assetType?.text ?? "" : place,
        ].filter { !$0.isEmpty }
    }

    /// What one of it is worth, with how many there are: `$120`, `4 × $5`, `not valued`.
    func valueText(in currency: Currency) -> String {
        value.worth == nil ? "not valued" : value.text(in: currency)
    }

    /// What all of it is worth: `$20`, `not valued`.
    func totalText(in currency: Currency) -> String {
        value.worth == nil ? "not valued" : value.totalText(in: currency)
    }

    /// `4 of 6`.
    var scoreText: String { "\(evidence.count) of \(ItemEvidence.allCases.count)" }
}

extension InventoryReport {
    /// `12 items, worth $8,310, 72 % documented`.
    var summary: String {
        "\(summary(of: totals)), \(score) % documented"
    }

    /// `12 items, worth $8,310`.
    func summary(of totals: ItemTotals) -> String {
        let worth = totals.worth.map { "worth \(currency.shortText($0))" } ?? "not valued"
        return "\(ItemCount.text(totals.count)), \(worth)"
    }

    /// The policies by which items are insured.
    var policies: String {
        Set(entries.map(\.item.details.insurance)).filter { !$0.isEmpty }.sorted()
            .joined(separator: "; ")
    }
}
