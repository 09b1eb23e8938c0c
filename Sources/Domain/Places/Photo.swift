public import Foundation
public import Persistence

/// A photograph of a place.
///
/// The store has what is known of it; its image is with the source, and, of a favourite, in
/// ``FavoriteFiles`` too.
public final class Photo: ManagedObject {
    override public func awakeFromInsert() {
        addedAt = Date()
    }
}

extension Photo {
    /// For how long a photo is among the recent ones after it was viewed.
    public static let recentTime: TimeInterval = 48 * 60 * 60

    /// The photo with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Photo? {
        try context.existingObject(Photo.self, recordNumber: number)
    }

    /// The photo that a source knows by an identifier, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ id: String, of source: String, in context: ManagedObjectContext
    ) throws -> Photo? {
        try context.fetchFirst(
            FetchRequest<Photo>(#Predicate { $0.source == source && $0.sourceID == id }))
    }

    /// Takes note that the photo was viewed.
    public func view(at date: Date) {
        lastViewed = date
        isRemovedFromRecents = false
    }

    /// Takes the photo out of the recent ones. That it was viewed stays known.
    public func removeFromRecents() {
        isRemovedFromRecents = true
    }

    /// Whether the photo is among the recent ones at a time.
    public func isRecent(at date: Date) -> Bool {
        guard let lastViewed, !isRemovedFromRecents else { return false }
        return lastViewed >= date.addingTimeInterval(-Self.recentTime)
    }

    /// Whether the source has the photo no more. Only favourites are kept then.
    public var isVanished: Bool { vanishedAt != nil }

    /// What a source needs to find the image.
    public var reference: PhotoReference {
        PhotoReference(id: sourceID ?? "", imageURL: imageURL)
    }

    /// A text that changes with the image.
    public var version: String {
        let time = modifiedAt.map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) } ?? 0
        return "\(String(time, radix: 36))-\(String(byteCount, radix: 36))"
    }
}
