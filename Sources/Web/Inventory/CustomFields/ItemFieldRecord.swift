import Domain
import Persistence

/// The values of a custom field, detached from its context.
struct ItemFieldRecord: Sendable {
    let recordNumber: Int64
    let name: String
    let kind: ItemFieldKind

    init(_ field: ItemField) {
        recordNumber = field.savedNumber
        name = field.name ?? ""
        kind = field.fieldKind
    }

    /// The name of the field in the item form: `fields[12]`.
    var fieldName: String { "fields[\(recordNumber)]" }

    /// The field in the item form.
    var description: FieldDescription {
        let input: FieldDescription.Kind =
            switch kind {
            case .text, .number: .line(limit: ItemFieldKind.longestText)
            case .date: .day
            case .flag: .choice(Self.answers)
            }
        var field = FieldDescription(
            fieldName, name, input, hint: kind == .number ? "A number" : "",
            spelling: spelling)
        field.isDetail = true
        return field
    }

    private var spelling: FieldSpelling {
        FieldSpelling(of: Item.self, keepsLines: true) { item, region in
            let text = item.fieldText(recordNumber)
            return kind == .number ? region?.fieldText(plain: text) ?? text : text
        } set: { item, text, region in
            guard let context = item.managedObjectContext,
                let field = try context.existingObject(ItemField.self, recordNumber: recordNumber)
            else { return }
            let reading = try text.isEmpty ? nil : kind.reading(text, by: region)
            item.setValue(reading, of: field, in: context)
        }
    }

    private static let answers = [
        FieldChoice(value: "", label: "Not known"), FieldChoice(value: "yes", label: "Yes"),
        FieldChoice(value: "no", label: "No"),
    ]
}

extension ItemFieldRecord {
    /// A text of the field for people.
    func shown(_ text: String) -> String {
        switch kind {
        case .text: text
        case .number: Region.current.fieldText(plain: text)
        case .date: (try? CalendarDay(parsing: text)).map(DayText.long) ?? text
        case .flag: text == "yes" ? "Yes" : "No"
        }
    }
}

extension Item {
    /// The text of a custom field; empty for none.
    func fieldText(_ number: Int64) -> String {
        fieldValues.first { $0.field?.objectID.recordNumber == number }?.text ?? ""
    }

    /// The custom fields of the item: those of all items, those of its type, and others that have a
    /// value.
    ///
    /// - Throws: errors of the store.
    func customFields(in context: ManagedObjectContext) throws -> [ItemFieldRecord] {
        let offered = try ItemField.fields(of: assetType, in: context)
        let others = fieldValues.compactMap(\.field)
            .filter { field in !offered.contains { $0 === field } }
            .sorted { ($0.name ?? "") < ($1.name ?? "") }
        return (offered + others).map { ItemFieldRecord($0) }
    }

    /// The custom fields with a text.
    ///
    /// - Throws: errors of the store.
    func customTexts(
        in context: ManagedObjectContext
    ) throws -> [(field: ItemFieldRecord, text: String)] {
        try customFields(in: context).map { ($0, fieldText($0.recordNumber)) }
            .filter { !$0.1.isEmpty }
    }
}
