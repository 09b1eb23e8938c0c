import Domain
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
            Notice(
                text:
                    "The \(filter.record) that this view asks for was deleted, so that nothing fits.",
                isWarning: true,
                linkPath: links(query.filtered(filter.name, by: nil).address(of: .items)),
                linkLabel: "Show the view without it")
        }
    }

    private func outcomes(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [Notice] {
        guard let sent = list.sent else { return [] }
        if let notice = try undoNotice(sent.flash, sent.token, in: context) { return [notice] }
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
        let notices = site.notices(for: request)
        guard let sent = request.flashCookie else { return notices }
        if let notice = try Items(inventory: self).copiesNotice(
            sent.flash, sent.token, in: context)
        {
            return [notice]
        }
        guard let number = sent.token.flatMap({ Int64($0) }) else { return notices }
        switch sent.flash {
        case .documentDeleted:
            let document = try context.existingObject(Document.self, recordNumber: number)
            guard let document, document.trashedDate != nil else { return notices }
            return [
                Notice(
                    text: "“\(document.name ?? "")” is in the trash.",
                    undoPath: links(.restoreDocument(number)))
            ]
        case .itemPhotoDeleted:
            let photo = try context.existingObject(ItemPhoto.self, recordNumber: number)
            guard let photo, photo.trashedDate != nil else { return notices }
            return [
                Notice(
                    text: sent.flash.text,
                    undoPath: links(.restoreItemPhoto(number)))
            ]
        case .photoSaved, .itemSaved:
            let photo = try context.existingObject(ItemPhoto.self, recordNumber: number)
            guard let photo, photo.trashedDate != nil else { return notices }
            return [
                Notice(
                    text: sent.flash.text + " The former photo is in the trash.",
                    undoPath: links(.restoreItemPhoto(number)),
                    undoFields: [HiddenField(name: "instead", value: "yes")])
            ]
        default: return notices
        }
    }

    /// The notice about the last request in the inbox, with an undo button.
    ///
    /// - Throws: errors of the store.
    func inboxNotices(for request: Request, in context: ManagedObjectContext) throws -> [Notice] {
        let choice = (try? InboxChoice(request)) ?? InboxChoice()
        let notice = try site.undoNotice(
            inbox, request.flashCookie?.token, at: SitePath.undoInboxChange,
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

    /// The notice about a deletion, with an undo button; nil for other changes.
    private func undoNotice(
        _ flash: FlashMessage, _ token: String?, in context: ManagedObjectContext
    ) throws -> Notice? {
        guard let token else { return nil }
        switch flash {
        case .itemDeleted:
            guard let number = Int64(token),
                let item = try context.existingObject(Item.self, recordNumber: number),
                item.isTrashed
            else { return nil }
            return Notice(
                text: "“\(item.itemName ?? "")” is in the trash.",
                undoPath: links(.restoreItem(number)))
        case .recordsCopied:
            return try Items(inventory: self).copiesNotice(flash, token, in: context)
        case .itemsChanged:
            return try site.undoNotice(
                selections, token, at: SitePath.undoItemSelection, in: context, \.text)
        case .valuesConverted:
            return try site.undoNotice(
                conversions, token, at: SitePath.undoValues, in: context, \.text)
        default: return nil
        }
    }
}
