import Foundation
public import Persistence

/// A kind of thing: furniture, jewelry.
public final class AssetType: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
    public static let description = RecordDescription(
        .assetType, "type", "types",
        fields: [
            FieldDescription(
                "label", "Name", .line(limit: 100), isRequired: true, cardGuard: .certain)
        ])
}

extension AssetType {
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
