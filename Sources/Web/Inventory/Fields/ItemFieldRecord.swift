import Domain
import Persistence

/// What a field of the household's own is, apart from any context.
struct ItemFieldRecord: RecordValues {
    let recordNumber: Int64
    let name: String
    let kind: ItemFieldKind
    /// The type whose items have it; nil for all items.
    let assetType: AssetTypeLabel?
    /// How many items have something in it.
    let count: Int
    let rowVersion: Int64

    init(_ field: ItemField, count: Int = 0) {
        recordNumber = field.objectID.recordNumber ?? 0
        name = field.name ?? ""
        kind = field.fieldKind
        assetType = field.assetType.map(AssetTypeLabel.init)
        self.count = count
        rowVersion = field.rowVersion
    }

    var title: String { name }

    /// The field of the item's form: `fields[12]`.
    var fieldName: String { "fields[\(recordNumber)]" }

    /// The field of the item's form.
    var recordField: FieldDescription {
        switch kind {
        case .text: FieldDescription(fieldName, name, .line(limit: ItemFieldKind.longestText))
        case .number: FieldDescription(fieldName, name, .line(limit: 30), hint: "A number")
        case .date: FieldDescription(fieldName, name, .day)
        case .flag: FieldDescription(fieldName, name, .choice(Self.answers))
        }
    }

    static let answers = [
        FieldChoice(value: "", label: "Not known"), FieldChoice(value: "yes", label: "Yes"),
        FieldChoice(value: "no", label: "No"),
    ]

    /// The field for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("name", .string(name)),
            ("kind", .string(kind.rawValue)), ("assetType", typeJSON), ("items", .int(count)),
            ("version", .int(Int(rowVersion))),
        ])
    }

    private var typeJSON: JSONValue {
        guard let assetType else { return .null }
        return .object([
            ("id", .int(Int(assetType.number))), ("label", .string(assetType.text)),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "name", "kind", "assetType", "items"]

    /// The cells of the field, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(name), .plain(kind.rawValue), .text(assetType?.text),
            .int(count),
        ]
    }
}
