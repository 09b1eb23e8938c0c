import Domain

extension InventoryReport.Entry {
    /// Serial number, maker and model, purchase, and what it is not grouped by: a line each.
    func facts(_ scope: ReportScope) -> [String] {
        let details = item.details
        let made = [details.manufacturer, details.modelNumber].filter { !$0.isEmpty }
        let bought = [
            details.purchaseDay.map { "bought \(DayText.long($0))" } ?? "",
            details.purchasePrice.map { "for \(worth.currency.text($0))" } ?? "",
            details.seller.isEmpty ? "" : "from \(details.seller)",
        ].filter { !$0.isEmpty }
        return [
            item.serialNumber.isEmpty ? "" : "Serial number \(item.serialNumber)",
            made.joined(separator: ", "), FormText.capitalized(bought.joined(separator: " ")),
            scope.grouping == .location ? item.assetType?.text ?? "" : place,
        ].filter { !$0.isEmpty }
    }

    /// `$120`, `4 × $5`.
    var valueText: String {
        let quantity = Int(value.quantity)
        let each = WholeDollars.text(Int(value.valueInDollars))
        return quantity > 1 ? "\(quantity, grouped: true) × \(each)" : each
    }

    var replacementText: String { value.replacementValue.map(worth.currency.text) ?? "" }

    /// `4 of 6`.
    var scoreText: String { "\(evidence.count) of \(ItemEvidence.allCases.count)" }
}

extension InventoryReport {
    /// `12 items, worth $8,310, 72 % documented`.
    var summary: String {
        "\(ItemCount.text(entries.count)), worth \(worth.text), "
            + "\(score) % documented"
    }

    /// The policies by which items are insured.
    var policies: String {
        Set(entries.map(\.item.details.insurance)).filter { !$0.isEmpty }.sorted()
            .joined(separator: "; ")
    }
}
