import Domain
import Foundation
import HTTPTypes
import Persistence

/// A change in the inbox with its former state, so that it can be undone.
struct InboxChange: Sendable, Codable {
    /// The kind of change.
    enum Kind: Sendable, Codable {
        /// Drafts were merged or split.
        case arranged([ArrangedPhoto])
        /// A draft became an item; the photos have the former and the new keys of their originals.
        case named(
            item: Int64, version: Int64, photos: [InboxPhotoCopy], originals: [MovedOriginal])
        /// A draft was deleted with these photos.
        case deleted([DeletedPhoto])
    }

    /// A photo by its number, with its former and its new draft.
    struct ArrangedPhoto: Sendable, Codable {
        let number: Int64
        let former: UUID?
        let present: UUID?
    }

    /// The key of an original before and after.
    struct MovedOriginal: Sendable, Codable {
        let from: UUID
        let to: UUID
    }

    /// A deleted photo, with the token of its file.
    struct DeletedPhoto: Sendable, Codable {
        let photo: InboxPhotoCopy
        let token: String
    }

    let kind: Kind
    /// `“Lamp” was added.`
    let text: String

    /// The error for a change that can no longer be undone.
    private static var gone: SiteError {
        .inboxChangedForGood
    }

    /// Restores the former state and saves.
    ///
    /// - Returns: the number of the draft to focus; nil for the first.
    /// - Throws: a 404 if the changed records were deleted, a 409 if they changed since; errors of
    ///   the store.
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
            // Loans, tasks and contents of an item are records that would be lost, although the
            // item is unchanged.
            let isAlone = item.loans.isEmpty && item.careTasks.isEmpty && item.contents.isEmpty
            guard item.rowVersion == version, isAlone else {
                throw SiteError(
                    status: .conflict, title: "The item was changed since",
                    detail: "Delete it instead; it stays in the trash for a while.")
            }
            context.delete(item)
            let made = photos.map { $0.make(in: context) }
            try household.save(
                context, copying: originals.map { (from: $0.to, to: $0.from) })
            return made.first?.objectID.recordNumber
        case .deleted(let photos):
            let files = photos.compactMap { deleted -> NewOriginal? in
                household.stagedImages.image(for: deleted.token).map {
                    (deleted.photo.key, $0.path, nil)
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
    /// The change of merging or splitting drafts.
    ///
    /// - Parameters:
    ///   - photos: the photos that may move.
    ///   - arrange: moves them.
    /// - Throws: errors of the closure.
    static func arranging(
        _ photos: [InboxPhoto], _ text: String, _ arrange: () throws -> Void
    ) rethrows -> InboxChange {
        let former = photos.map(\.draftKey)
        try arrange()
        let arranged = zip(photos, former).map { photo, former in
            ArrangedPhoto(
                number: photo.savedNumber, former: former, present: photo.draftKey)
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
        return InboxChange(kind: .deleted(kept), text: FlashMessage.inboxDraftDeleted.text)
    }
}
