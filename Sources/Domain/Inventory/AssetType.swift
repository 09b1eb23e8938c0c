import Foundation
public import Persistence

/// A kind of thing: furniture, jewelry.
public final class AssetType: ManagedObject {
    /// No card number stands where a name belongs.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["label"])
    }
}

extension AssetType {
    /// The type with a record number, or nil.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> AssetType?
    {
        try context.existingObject(AssetType.self, recordNumber: number)
    }

    /// All types by label.
    public static func all(in context: ManagedObjectContext) throws -> [AssetType] {
        try context.fetch(
            FetchRequest<AssetType>(sortBy: [SortDescriptor(\.label.localizedStandard)]))
    }

    /// The type of a label without regard to case, other than one; or nil.
    public static func labelled(
        _ label: String, otherThan other: AssetType? = nil, in context: ManagedObjectContext
    ) throws -> AssetType? {
        let request = try FetchRequest<AssetType>(format: "label ==[c] %@", label)
        return try context.fetch(request).first { $0 !== other }
    }

    /// Gives all items of this type another type, and deletes this one.
    public func merge(into other: AssetType) {
        for item in items { item.assetType = other }
        managedObjectContext?.delete(self)
    }

    /// Makes the types that every household starts with.
    static func addFirstTypes(to context: ManagedObjectContext) {
        for label in ["Furniture", "Jewelry", "Electronics"] {
            AssetType(context: context).label = label
        }
    }
}
