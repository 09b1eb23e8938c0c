import Foundation
public import Persistence

/// A custom field of all items, or of those of one type.
public final class ItemField: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .itemField, "field", "fields",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "kind", "Kind",
                .choice(
                    ItemFieldKind.allCases.map { FieldChoice(value: $0.rawValue, label: $0.label) })
            ),
            FieldDescription(
                "assetType", "Type",
                .reference(
                    RecordReference(
                        entityName: "AssetType", label: "label", noun: "type", none: "All items")),
                hint: "Whose items have it"),
        ])
}

extension ItemField {
    /// The greatest number of fields of a household.
    public static let most = 200

    /// The kind of its values.
    public var fieldKind: ItemFieldKind { kind.flatMap(ItemFieldKind.init) ?? .text }

    /// All fields, in order.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ItemField] {
        try context.fetch(
            FetchRequest<ItemField>(
                sortBy: [SortDescriptor(\.orderingValue), SortDescriptor(\.name)]))
    }

    /// The fields of items of a type: those of all items, then those of the type.
    ///
    /// - Throws: errors of the store.
    public static func fields(
        of type: AssetType?, in context: ManagedObjectContext
    ) throws -> [ItemField] {
        let all = try all(in: context)
        return all.filter { $0.assetType == nil }
            + all.filter { $0.assetType != nil && $0.assetType === type }
    }

    /// The field with a name, ignoring case, of a type or of all items; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, of type: AssetType?, otherThan other: ItemField? = nil,
        in context: ManagedObjectContext
    ) throws -> ItemField? {
        try fields(of: type, in: context).first {
            $0 !== other && $0.name?.lowercased() == name.lowercased()
        }
    }

    /// Inserts a field after the others.
    ///
    /// - Throws: errors of the store.
    public static func append(in context: ManagedObjectContext) throws -> ItemField {
        let last = try all(in: context).last?.orderingValue ?? 0
        let field = ItemField(context: context)
        field.orderingValue = last + 1
        return field
    }
}
