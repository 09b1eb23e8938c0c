public import Foundation
public import Persistence

/// A photo of a place.
///
/// The store has its metadata; the image stays with the source and, for a favorite, is copied to
/// ``FavoriteFiles``.
public final class Photo: ManagedObject {
    override public func awakeFromInsert() {
        addedAt = Date()
    }
}

extension Photo {
    /// The seconds for which a photo counts as recent after it was viewed.
    public static let recentTime: TimeInterval = 48 * 60 * 60

    /// The photo with a source's identifier, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ id: String, of source: String, in context: ManagedObjectContext
    ) throws -> Photo? {
        try context.fetchFirst(
            FetchRequest<Photo>(#Predicate { $0.source == source && $0.sourceID == id }))
    }

    /// Records that the photo was viewed.
    public func view(at date: Date) {
        lastViewed = date
        isRemovedFromRecents = false
    }

    /// Removes the photo from the recent ones. The time of its last view stays.
    public func removeFromRecents() {
        isRemovedFromRecents = true
    }

    /// Whether the source no longer has the photo. Only favorites are kept then.
    public var isVanished: Bool { vanishedAt != nil }

    /// The source's reference to the image.
    public var reference: PhotoReference {
        PhotoReference(id: sourceID ?? "", imageURL: imageURL)
    }

    /// A text that changes with the image.
    public var version: String {
        let time = modifiedAt.map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) } ?? 0
        return "\(String(time, radix: 36))-\(String(byteCount, radix: 36))"
    }
}
