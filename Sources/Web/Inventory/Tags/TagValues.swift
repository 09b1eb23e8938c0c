import Domain

/// What a tag is, apart from any context.
struct TagValues: RecordValues {
    let label: TagLabel
    let itemCount: Int
    let rowVersion: Int64

    var recordNumber: Int64 { label.number }
    var title: String { label.name }

    /// The tag for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("name", .string(title)),
            ("color", .string(label.color)), ("items", .int(itemCount)),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "name", "color", "items"]

    /// The cells of the tag, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [.int(recordNumber), .text(title), .plain(label.color), .int(itemCount)]
    }
}
