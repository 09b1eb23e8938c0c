public import Foundation
public import Persistence

/// A photo that does not belong to an item yet.
///
/// Photos of one thing share a `draftKey` and become the photos of one item. Until it gets a name,
/// a draft is in no list, sum, search or report.
public final class InboxPhoto: ManagedObject {}

extension InboxPhoto {
    /// The common key of photos of one thing.
    public var draft: UUID? { draftKey ?? key }

    /// All photos in order, grouped by draft.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [[InboxPhoto]] {
        let request = FetchRequest<InboxPhoto>(sortBy: [SortDescriptor(\.orderingValue)])
        var order: [UUID] = []
        var drafts: [UUID: [InboxPhoto]] = [:]
        for photo in try context.fetch(request) {
            guard let draft = photo.draft else { continue }
            if drafts[draft] == nil { order.append(draft) }
            drafts[draft, default: []].append(photo)
        }
        return order.compactMap { drafts[$0] }
    }

    /// The photos of the same draft, in order.
    ///
    /// - Throws: errors of the store.
    public func photosOfDraft(in context: ManagedObjectContext) throws -> [InboxPhoto] {
        guard let draftKey else { return [self] }
        return try context.fetch(
            FetchRequest<InboxPhoto>(
                #Predicate { $0.draftKey == draftKey }, sortBy: [SortDescriptor(\.orderingValue)]))
    }

    /// Inserts a photo after all others.
    ///
    /// - Returns: the photo, and the key of its original.
    /// - Throws: errors of the store.
    public static func append(
        _ thumbnail: Data, captureDate: Date?, fileName: String, at date: Date,
        in context: ManagedObjectContext
    ) throws -> (photo: InboxPhoto, key: UUID) {
        let last = try lastValue(in: context)
        let (photo, key) = (InboxPhoto(context: context), UUID.random())
        photo.key = key
        photo.thumbnail = thumbnail
        photo.captureDate = captureDate
        photo.fileName = String(fileName.visibleFileName.prefix(200))
        photo.addedAt = date
        photo.orderingValue = last + 1
        return (photo, key)
    }

    private static func lastValue(in context: ManagedObjectContext) throws -> Double {
        let request = FetchRequest<InboxPhoto>(
            sortBy: [SortDescriptor(\.orderingValue, order: .reverse)])
        // The fetch includes unsaved photos.
        return try context.fetchFirst(request)?.orderingValue ?? 0
    }

    /// Adds the photos of another draft to this one, because they show one thing.
    ///
    /// - Throws: errors of the store.
    public func take(_ other: InboxPhoto, in context: ManagedObjectContext) throws {
        let own = try photosOfDraft(in: context)
        let others = try other.photosOfDraft(in: context)
        guard let draft = own.first?.draft, !own.contains(where: { $0 === other }) else { return }
        for photo in own + others { photo.draftKey = draft }
    }

    /// Makes an item without a name of a draft, at the end of the owner's order.
    ///
    /// - Returns: the item, and the originals for the keys of its photos, for `save(_:copying:)`.
    /// - Throws: errors of the store.
    public func makeItem(
        at date: Date, in context: ManagedObjectContext
    ) throws -> (item: Item, originals: [(from: UUID, to: UUID)]) {
        let photos = try photosOfDraft(in: context)
        let item = try Item.append(in: context)
        var originals: [(from: UUID, to: UUID)] = []
        for photo in photos {
            guard let key = photo.key, let thumbnail = photo.thumbnail else { continue }
            let taken = item.addPhoto(
                thumbnail, captureDate: photo.captureDate, at: date, in: context)
            originals.append((key, taken.key))
        }
        for photo in photos { context.delete(photo) }
        return (item, originals)
    }
}
