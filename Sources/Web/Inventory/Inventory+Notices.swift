import Domain
import Persistence

extension Inventory {
    /// What the last request did, with a way to take a move back.
    func notices(
        for request: ItemListRequest, in context: ManagedObjectContext
    ) throws -> [Notice] {
        guard let announcement = request.announcement else { return [] }
        if let notice = try undoNotice(announcement, request.token, in: context) { return [notice] }
        guard announcement == .itemMoved, let moved = request.moved,
            let item = try Item.find(moved.key, in: context),
            let place = try household.itemOrder.place(of: item, in: context)
        else { return [Notice(text: announcement.text)] }
        let name = item.itemName ?? ""
        return [
            Notice(
                text: "“\(name)” is now in place \(place.index + 1, grouped: true).",
                hasUndo: place.index != moved.formerIndex,
                undoPath: links(.itemPosition(moved.key)),
                undoFields: [HiddenField(name: "toIndex", value: String(moved.formerIndex))])
        ]
    }

    /// What was taken away, with a way to take that back; nil for any other change.
    private func undoNotice(
        _ announcement: Announcement, _ token: String?, in context: ManagedObjectContext
    ) throws -> Notice? {
        guard let token else { return nil }
        switch announcement {
        case .itemDeleted:
            guard let number = Int64(token),
                let item = try context.existingObject(Item.self, recordNumber: number),
                item.isTrashed
            else { return nil }
            return Notice(
                text: "“\(item.itemName ?? "")” is in the trash.", hasUndo: true,
                undoPath: links(.restoreItem(number)))
        case .itemsChanged:
            guard let change = selections.change(token) else { return nil }
            return Notice(
                text: change.text, hasUndo: true, undoPath: links(.undoItemSelection(token)))
        default: return nil
        }
    }
}
