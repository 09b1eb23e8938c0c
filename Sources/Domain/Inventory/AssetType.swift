import Foundation
public import Persistence

/// A type of items, such as furniture or jewelry.
public final class AssetType: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .assetType, "type", "types",
        fields: [
            FieldDescription(
                "label", "Name", .line(limit: 100), isRequired: true, cardGuard: .certain),
            FieldDescription(
                "template", "Template", .item,
                hint: "An item of the type, as A-0007; new ones begin with its values"),
        ])
}

extension AssetType {
    /// All types by label.
    public static func all(in context: ManagedObjectContext) throws -> [AssetType] {
        try context.fetch(
            FetchRequest<AssetType>(sortBy: [SortDescriptor(\.label.localizedStandard)]))
    }

    /// The type with a label, ignoring case, or nil; `other` is excluded.
    public static func labeled(
        _ label: String, otherThan other: AssetType? = nil, in context: ManagedObjectContext
    ) throws -> AssetType? {
        let request = try FetchRequest<AssetType>(format: "label ==[c] %@", label)
        return try context.fetch(request).first { $0 !== other }
    }

    /// The item whose values new ones begin with; nil if there is none, or if it is in the trash or of
    /// another type by now.
    public var listedTemplate: Item? {
        template.flatMap { $0.isTrashed || $0.assetType !== self ? nil : $0 }
    }

    /// Moves all items of this type to another one, lets its open stocktakes count that, and deletes this
    /// one.
    ///
    /// - Returns: the stocktakes.
    /// - Throws: errors of the store.
    @discardableResult
    public func merge(
        into other: AssetType, in context: ManagedObjectContext
    ) throws -> [Stocktake] {
        let number = savedNumber
        let stocktakes = try context.fetch(
            FetchRequest<Stocktake>(#Predicate { $0.assetType == number && $0.closedAt == nil }))
        for item in items { item.assetType = other }
        for stocktake in stocktakes { stocktake.assetType = other.objectID.recordNumber }
        context.delete(self)
        return stocktakes
    }

    /// Adds the types of a new household.
    static func addFirstTypes(to context: ManagedObjectContext) {
        for label in ["Furniture", "Jewelry", "Electronics"] {
            AssetType(context: context).label = label
        }
    }
}

/// The label of an asset type, detached from its context.
public struct AssetTypeLabel: Sendable, Hashable {
    /// The record number.
    public let number: Int64
    public let text: String
    /// The record's version; together with the number it identifies the text.
    public let rowVersion: Int64

    /// Copies a type's label.
    public init(_ type: AssetType) {
        number = type.savedNumber
        text = type.label ?? ""
        rowVersion = type.rowVersion
    }
}
