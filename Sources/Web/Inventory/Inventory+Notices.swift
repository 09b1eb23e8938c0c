import Domain
import Foundation
import Hummingbird
import Persistence

extension Inventory {
    /// The notices about the last request with their undo buttons, and about filters for deleted
    /// records.
    func notices(
        for list: ListRequest, _ names: ItemNames, in context: ManagedObjectContext
    ) throws -> [Notice] {
        try outcomes(of: list, in: context) + goneFilters(of: list.query, names)
    }

    /// Filters for deleted records select nothing; saved views and bookmarks may still have them.
    private func goneFilters(of query: ListQuery, _ names: ItemNames) -> [Notice] {
        names.goneFilters(in: query).map { filter in
            query.goneNotice(filter.name, filter.record, of: .items, links)
        }
    }

    private func outcomes(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [Notice] {
        guard let sent = list.sent else { return [] }
        let notice =
            try items.copiesNotice(sent.flash, sent.token, in: context)
            ?? trashNotice(sent, in: context) ?? selections.notice(sent, site, in: context)
            ?? conversions.notice(sent, site, in: context)
        if let notice { return [notice] }
        guard sent.flash == .itemMoved, let moved = sent.moved,
            let item = try Item.find(moved.key, in: context),
            let index = try ItemOrder.index(of: item, in: context)
        else { return [Notice(text: sent.flash.text)] }
        let name = item.itemName ?? ""
        return [
            Notice(
                text: "“\(name)” is now in place \(index + 1, grouped: true).",
                undoPath: links(.itemPosition(moved.key)),
                undoFields: [HiddenField(name: "toIndex", value: String(moved.formerIndex))])
        ]
    }

    /// The notices about the photos and documents of an item, with buttons to restore what was
    /// deleted.
    ///
    /// - Throws: errors of the store.
    func notices(for request: Request, in context: ManagedObjectContext) throws -> [Notice] {
        guard let sent = request.flashCookie else { return [] }
        let notice =
            try items.copiesNotice(sent.flash, sent.token, in: context)
            ?? trashNotice(sent, in: context)
        return notice.map { [$0] } ?? site.notices(for: request)
    }

    /// The notice about the last request in the inbox, with an undo button.
    ///
    /// - Throws: errors of the store.
    func inboxNotices(for request: Request, in context: ManagedObjectContext) throws -> [Notice] {
        let choice = (try? InboxChoice(request)) ?? InboxChoice()
        let notice = try site.undoNotice(
            inbox.log, request.flashCookie?.token, at: inbox.path,
            fields: [
                HiddenField(name: "location", value: choice.location),
                HiddenField(name: "assetType", value: choice.assetType),
            ], in: context, \.text)
        return try notice.map { [$0] }
            ?? site.notices(for: request) + refusedPhotoNotices(for: request, in: context)
    }

    /// The notices about rejected files, when others were accepted.
    private func refusedPhotoNotices(
        for request: Request, in context: ManagedObjectContext
    ) throws -> [Notice] {
        guard let sent = request.flashCookie, sent.flash == .inboxPhotosAdded,
            let refused = try sent.token.flatMap({ try refusedPhotos.change($0, in: context) })
        else { return [] }
        return refused.texts.map { Notice(text: $0, isFault: true) }
    }

    /// The notice about what is in the trash, with a button that restores it; nil for other changes.
    private func trashNotice(
        _ sent: FlashCookie, in context: ManagedObjectContext
    ) throws -> Notice? {
        let text = sent.flash.text
        return switch sent.flash {
        case .itemDeleted:
            try notice(of: sent, \Item.trashedDate, SitePath.restoreItem, in: context) {
                "“\($0.itemName ?? "")” is in the trash."
            }
        case .documentDeleted:
            try notice(of: sent, \Document.trashedDate, SitePath.restoreDocument, in: context) {
                "“\($0.name ?? "")” is in the trash."
            }
        case .itemPhotoDeleted:
            try notice(of: sent, \ItemPhoto.trashedDate, SitePath.restoreItemPhoto, in: context) {
                _ in text
            }
        case .photoSaved, .itemSaved:
            try notice(
                of: sent, \ItemPhoto.trashedDate, SitePath.restoreItemPhoto,
                fields: [HiddenField(name: "instead", value: "yes")], in: context
            ) { _ in text + " The former photo is in the trash." }
        default: nil
        }
    }

    private func notice<Record: ManagedObject>(
        of sent: FlashCookie, _ trashedDate: KeyPath<Record, Date?>,
        _ restore: (Int64) -> SitePath, fields: [HiddenField] = [],
        in context: ManagedObjectContext, _ text: (Record) -> String
    ) throws -> Notice? {
        guard let number = sent.token.flatMap({ Int64($0) }),
            let record = try context.existingObject(Record.self, recordNumber: number),
            record[keyPath: trashedDate] != nil
        else { return nil }
        return Notice(text: text(record), undoPath: links(restore(number)), undoFields: fields)
    }
}
