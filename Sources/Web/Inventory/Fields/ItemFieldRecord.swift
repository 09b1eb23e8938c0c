import Domain
import Persistence

/// What a field of the household's own is, apart from any context.
struct ItemFieldRecord: Sendable {
    let recordNumber: Int64
    let name: String
    let kind: ItemFieldKind

    init(_ field: ItemField) {
        recordNumber = field.objectID.recordNumber ?? 0
        name = field.name ?? ""
        kind = field.fieldKind
    }

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
}
