import Domain

/// What an asset type holds, apart from any context.
struct AssetTypeValues: RecordValues {
    let label: AssetTypeLabel
    /// Its items.
    let totals: ItemTotals
    /// The items of whatever type.
    let whole: ItemTotals

    var recordNumber: Int64 { label.number }
    var title: String { label.text }
    var rowVersion: Int64 { label.rowVersion }

    /// The type for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(label.number))), ("label", .string(label.text)),
            ("items", .int(totals.count)), ("version", .int(Int(label.rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "label", "items"]

    /// The cells of the type, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [.int(label.number), .text(label.text), .int(totals.count)]
    }
}
