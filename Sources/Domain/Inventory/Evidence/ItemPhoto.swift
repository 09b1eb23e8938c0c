import Foundation
public import Persistence

/// A further photo of an item, behind the one on the list.
public final class ItemPhoto: ManagedObject {
    /// Other windows that show the item are told.
    override public func willSave() {
        if !isDeleted { item?.raiseVersion() }
    }

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }

    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["caption"])
    }
}

extension ItemPhoto {
    /// A new photo, which is not among those of an item yet.
    ///
    /// - Returns: the photo, and the key that its original goes by.
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

    /// Whether it is in the trash, by itself or with its item.
    public var isTrashed: Bool { trashedDate != nil || item?.isTrashed ?? false }

    /// A text that changes with the thumbnail. The thumbnail is not read.
    public var thumbnailVersion: String? {
        byteCount(forKey: "thumbnail").map { "\(rowVersion)-\(String($0, radix: 36))" }
    }
}
