import Foundation
public import Persistence

/// A property that a household gives its items: all of them, or those of one type.
public final class ItemField: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
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
