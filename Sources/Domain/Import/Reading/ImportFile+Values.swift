extension ImportFile {
    /// What stands in a cell.
    public struct Value: Sendable, Hashable {
        public let column: ImportColumn
        /// The name of the household's own field that it is for; nil for any other.
        public let field: String?
        public let text: String
    }

    /// What a row says as it is understood: days and amounts as the household writes them. Keys, pictures and
    /// lists for programs are left out, and long texts are shortened.
    ///
    /// - Parameters:
    ///   - index: the place of the row.
    ///   - currency: in which its amounts are.
    /// - Throws: errors of the file system.
    public func values(at index: Int, in currency: Currency) throws -> [Value] {
        let row = try rows.row(at: index)
        return try columns.filter { !Self.unread.contains($0) }.flatMap { column -> [Value] in
            if column == .fields {
                return try row.ownFields.map {
                    Value(column: column, field: $0.name, text: Self.readable($0.text))
                }
            }
            guard let cell = row.cells[column], !cell.isEmpty else { return [] }
            return [
                Value(
                    column: column, field: nil,
                    text: Self.understood(cell, column, currency) ?? Self.readable(cell))
            ]
        }
    }

    /// A day or an amount as the household writes it; nil for any other cell.
    private static func understood(
        _ cell: String, _ column: ImportColumn, _ currency: Currency
    ) -> String? {
        if column.isDay { return ImportDate(cell)?.day.text }
        guard amounts.contains(column) else { return nil }
        var row = RowProgress(ImportRow(line: 1, cells: [column: cell]))
        return row.signedMoney(column, in: currency).map(currency.text)
    }

    /// The columns with amounts of money.
    private static let amounts: Set<ImportColumn> = [
        .price, .cost, .unitPrice, .amount, .tendered, .valueInDollars, .purchasePrice,
        .replacementValue,
    ]

    /// What nobody reads in a cell.
    private static let unread: Set<ImportColumn> = [
        .id, .itemKey, .key, .thumbnail, .picture, .files, .care, .formerLoans, .formerValues,
        .orderingValue,
    ]

    private static let longestValue = 80

    /// The text on a line, shortened.
    private static func readable(_ cell: String) -> String {
        let line = ImportRow.oneLine(cell)
        return line.count > longestValue ? line.prefix(longestValue) + "…" : line
    }
}
