import Domain
import Persistence

extension Inventory {
    /// What the last request did, with a way to take a move back.
    func notices(
        for request: ItemListRequest, in context: ManagedObjectContext
    ) throws -> [Notice] {
        guard let announcement = request.announcement else { return [] }
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
}
