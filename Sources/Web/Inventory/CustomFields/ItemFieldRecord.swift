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
            do throws(ItemFieldFault) {
                let reading = try text.isEmpty ? nil : kind.reading(text, by: region)
                item.setValue(reading, of: field, in: context)
            } catch {
                throw FieldFault(error.description)
            }
        }
    }

    private static let answers = [
        FieldChoice(value: "", label: "Not known"), FieldChoice(value: "yes", label: "Yes"),
        FieldChoice(value: "no", label: "No"),
    ]
}

/// The custom fields of an item with their texts.
struct ItemFieldTexts: Sendable {
    /// The fields, in their order.
    private(set) var fields: [ItemFieldRecord]
    /// The texts as they are stored.
    private var values: [String: String] = [:]

    /// The custom fields of an item: those of all items, those of its type, and others that have a
    /// value.
    ///
    /// - Throws: errors of the store.
    init(_ item: Item, in context: ManagedObjectContext) throws {
        let offered = try ItemField.fields(of: item.assetType, in: context)
        fields = offered.map { ItemFieldRecord($0) }
        let known = Set(fields.map(\.recordNumber))
        let values = item.fieldValues.compactMap { value in
            value.field.map { (ItemFieldRecord($0), value.text ?? "") }
        }
        fields += values.map(\.0).filter { !known.contains($0.recordNumber) }
            .sorted { $0.name < $1.name }
        for field in fields { self.values[field.fieldName] = "" }
        for (field, text) in values { self.values[field.fieldName] = text }
    }

    /// The text of a field.
    func text(_ field: ItemFieldRecord) -> String { values[field.fieldName] ?? "" }

    /// The fields with a value, for the page of the item.
    var facts: [RecordFact] {
        fields.compactMap { field in
            let text = text(field)
            guard !text.isEmpty else { return nil }
            return RecordFact(field.name, Self.shown(text, field.kind))
        }
    }

    private static func shown(_ text: String, _ kind: ItemFieldKind) -> String {
        switch kind {
        case .text: text
        case .number: Region.current.fieldText(plain: text)
        case .date: (try? CalendarDay(parsing: text)).map(DayText.long) ?? text
        case .flag: text == "yes" ? "Yes" : "No"
        }
    }

    /// The values for JSON, by the names of the fields.
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        for field in fields where !text(field).isEmpty {
            members.append((field.name, .string(text(field))))
        }
        return .object(members)
    }
}
