import Foundation
public import Persistence

/// A further photo of an item, after the cover photo.
public final class ItemPhoto: ManagedObject {
    /// Raises the item's version, so that edits in other windows conflict.
    override public func willSave() {
        if !isDeleted { item?.raiseVersion() }
    }

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }

    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["caption"])
    }
}

extension ItemPhoto {
    /// Makes a photo that is not yet added to an item.
    ///
    /// - Returns: the photo, and the key of its original.
    static func make(
        _ thumbnail: Data, captureDate: Date?, at date: Date, in context: ManagedObjectContext
    ) -> (photo: ItemPhoto, key: UUID) {
        let photo = ItemPhoto(context: context)
        let key = UUID.random()
        photo.key = key
        photo.thumbnail = thumbnail
        photo.captureDate = captureDate
        photo.addedAt = date
        return (photo, key)
    }

    /// Whether it or its item is trashed.
    public var isTrashed: Bool { trashedDate != nil || item?.isTrashed ?? false }

    /// A text that changes with the thumbnail, which is not read.
    public var thumbnailVersion: String? {
        byteCount(forKey: "thumbnail").map { "\(rowVersion)-\(String($0, radix: 36))" }
    }
}
