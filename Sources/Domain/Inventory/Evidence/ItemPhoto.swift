public import Foundation
public import Persistence

/// A photo of an item.
public final class ItemPhoto: ManagedObject {
    /// Raises the item's version, so that edits in other windows conflict, and keeps its copy of the
    /// first photo.
    override public func willSave() {
        guard !isDeleted, let item, !item.isDeleted else { return }
        item.raiseVersion()
        if !Self.shown.isDisjoint(with: changedValues.keys) { item.updateCover() }
    }

    /// The attributes by which the item's copy of its first photo changes. The item itself sees to
    /// the others of its photos.
    private static let shown: Set = ["thumbnail", "captureDate", "trashedDate"]

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }

    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["caption"])
    }
}

extension ItemPhoto {
    /// The photo with a key, trashed or not; or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ key: UUID, in context: ManagedObjectContext) throws -> ItemPhoto? {
        try context.fetchFirst(FetchRequest<ItemPhoto>(.key(key)))
    }
}
