import Domain
import Foundation
import HTTPTypes
import Persistence

/// What was done in the inbox, with how it was, so that it can be undone.
struct InboxChange: Sendable, Codable {
    /// What was done.
    enum Kind: Sendable, Codable {
        /// Drafts were put together or taken apart.
        case arranged([ArrangedPhoto])
        /// A draft became an item: the photos that it had, with the keys of their originals then and now.
        case named(
            item: Int64, version: Int64, photos: [InboxPhotoCopy], originals: [MovedOriginal])
        /// A draft was thrown away: its photos.
        case deleted([DeletedPhoto])
    }

    /// A photo by its number, with the drafts that it was and is part of.
    struct ArrangedPhoto: Sendable, Codable {
        let number: Int64
        let former: UUID?
        let present: UUID?
    }

    /// The key of an original, then and now.
    struct MovedOriginal: Sendable, Codable {
        let from: UUID
        let to: UUID
    }

    /// A photo that was thrown away, with what stands for its file.
    struct DeletedPhoto: Sendable, Codable {
        let photo: InboxPhotoCopy
        let token: String
    }

    let kind: Kind
    /// `“Lamp” was added.`
    let text: String

    /// Why a change is not undone.
    private static var gone: SiteError {
        .inboxChangedForGood
    }

    /// Gives the inbox back what it had, and saves.
    ///
    /// - Returns: the number of the draft where work goes on; nil for the first.
    /// - Throws: a 404 if what was changed is gone, a 409 if it was changed since; errors of the store.
    func undo(in household: Household, _ context: ManagedObjectContext) throws -> Int64? {
        switch kind {
        case .arranged(let photos):
            for photo in photos {
                let record = try context.existingObject(
                    InboxPhoto.self, recordNumber: photo.number)
                guard let record, record.draftKey == photo.present else { throw Self.gone }
                record.draftKey = photo.former
            }
            try household.save(context)
            return photos.last?.number
        case .named(let number, let version, let photos, let originals):
            guard let item = try context.existingObject(Item.self, recordNumber: number),
                !item.isTrashed
            else { throw Self.gone }
            // What is about it, or in it, does not change the item itself.
            let isAlone = item.loans.isEmpty && item.careTasks.isEmpty && item.contents.isEmpty
            guard item.rowVersion == version, isAlone else {
                throw SiteError(
                    status: .conflict, title: "The item was changed since",
                    detail: "Delete it instead; it stays in the trash for a while.")
            }
            let key = item.key
            context.delete(item)
            let made = photos.map { $0.make(in: context) }
            try household.save(
                context, copying: originals.map { (from: $0.to, to: $0.from) },
                replacingImageOf: key, with: nil)
            return made.first?.objectID.recordNumber
        case .deleted(let photos):
            let files = photos.compactMap { deleted in
                household.stagedImages.image(for: deleted.token).map {
                    (key: deleted.photo.key, file: $0.path)
                }
            }
            guard files.count == photos.count else { throw Self.gone }
            let made = photos.map { $0.photo.make(in: context) }
            try household.save(context, adding: files)
            return made.first?.objectID.recordNumber
        }
    }
}

extension InboxChange {
    /// Drafts that are about to be put together or taken apart.
    ///
    /// - Parameters:
    ///   - photos: the photos that may be moved.
    ///   - arrange: moves them.
    /// - Throws: what the closure throws.
    static func arranging(
        _ photos: [InboxPhoto], _ text: String, _ arrange: () throws -> Void
    ) rethrows -> InboxChange {
        let former = photos.map(\.draftKey)
        try arrange()
        let arranged = zip(photos, former).map { photo, former in
            ArrangedPhoto(
                number: photo.objectID.recordNumber ?? 0, former: former, present: photo.draftKey)
        }
        return InboxChange(kind: .arranged(arranged), text: text)
    }

    /// Deletes the photos of a draft; their files are kept for a day. The caller saves.
    ///
    /// - Throws: errors of the file system.
    static func deleting(
        _ photos: [InboxPhoto], of household: Household, in context: ManagedObjectContext
    ) throws -> InboxChange {
        var kept: [DeletedPhoto] = []
        for photo in photos {
            if let copy = InboxPhotoCopy(photo), household.itemImages.path(of: copy.key) != nil {
                let file = "\(household.directory.incoming)/\(UUID().uuidString)"
                try household.itemImages.copy(copy.key, to: file)
                let staged = try household.stagedImages.keep(file, named: copy.fileName)
                kept.append(DeletedPhoto(photo: copy, token: staged.token))
            }
            context.delete(photo)
        }
        return InboxChange(kind: .deleted(kept), text: Announcement.inboxDraftDeleted.text)
    }
}
