import Foundation
public import Persistence

/// A property that a household gives its items: all of them, or those of one type.
public final class ItemField: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
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
    /// The most fields that a household has.
    public static let most = 200

    /// What it holds.
    public var fieldKind: ItemFieldKind { kind.flatMap(ItemFieldKind.init) ?? .text }

    /// All fields, in their order.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ItemField] {
        try context.fetch(
            FetchRequest<ItemField>(
                sortBy: [SortDescriptor(\.orderingValue), SortDescriptor(\.name)]))
    }

    /// The fields that items of a type have: those of all items, then those of the type.
    ///
    /// - Throws: errors of the store.
    public static func fields(
        of type: AssetType?, in context: ManagedObjectContext
    ) throws -> [ItemField] {
        let all = try all(in: context)
        return all.filter { $0.assetType == nil }
            + all.filter { $0.assetType != nil && $0.assetType === type }
    }

    /// The field of a name without regard to case, of a type or of all items; nil if there is none.
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

    /// Makes a field behind the others.
    ///
    /// - Throws: errors of the store.
    public static func append(in context: ManagedObjectContext) throws -> ItemField {
        let last = try all(in: context).last?.orderingValue ?? 0
        let field = ItemField(context: context)
        field.orderingValue = last + 1
        return field
    }
}
