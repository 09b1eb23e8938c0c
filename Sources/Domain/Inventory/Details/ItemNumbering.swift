import Foundation
public import Persistence

/// The greatest item number ever used, so that a printed label never refers to another item. It
/// also keeps whether to notify users about values from an earlier version (``ValueNotice``).
public final class ItemNumbering: ManagedObject {}

extension ItemNumbering {
    /// Numbers new items before the save that inserts them, and those that come back from the trash
    /// and whose number has another item now.
    ///
    /// - Throws: errors of the store.
    static func numberNewItems(_ save: PendingSave) throws {
        let context = save.context
        var new = context.insertedObjects.compactMap { $0 as? Item }
        let updated = context.updatedObjects.compactMap { $0 as? Item }
        for item in try updated.filter({ try $0.isBackWithoutNumber(in: context) }) {
            item.itemNumber = 0
            new.append(item)
        }
        let raised = updated.compactMap(\.changedNumber).max() ?? 0
        guard !new.isEmpty || raised > 0 else { return }
        try number(new, atLeast: raised, ValueNotice.none, in: context)
    }

    /// Numbers items that have none.
    static let filling = RecordFilling(
        of: FetchRequest<Item>(
            #Predicate { $0.itemNumber == 0 }, sortBy: [SortDescriptor(\.orderingValue)])
    ) { items, context in
        try number(items, atLeast: 0, nil, in: context)
    }

    /// Reserves numbers for items that get them later.
    ///
    /// - Throws: errors of the store.
    static func raise(to number: Int64, in context: ManagedObjectContext) throws {
        try self.number([], atLeast: number, ValueNotice.none, in: context)
    }

    private static func number(
        _ items: [Item], atLeast given: Int64, _ notice: ValueNotice?,
        in context: ManagedObjectContext
    ) throws {
        let greatest = items.map(\.itemNumber).reduce(given, max)
        let unnumbered = items.filter { $0.itemNumber == 0 }
            .sorted { $0.orderingValue < $1.orderingValue }
        let kept = try context.fetch(FetchRequest<ItemNumbering>()).max { $0.last < $1.last }
        var last = max(greatest, kept?.last ?? 0)
        for item in unnumbered {
            last += 1
            item.itemNumber = last
        }
        guard last > kept?.last ?? 0 else { return }
        if let kept {
            kept.last = last
        } else {
            let numbering = ItemNumbering(context: context)
            numbering.last = last
            numbering.valueNotice = notice?.rawValue
        }
    }
}

extension Item {
    /// Whether the item comes back from the trash, and another one has got its number.
    fileprivate func isBackWithoutNumber(in context: ManagedObjectContext) throws -> Bool {
        guard !isTrashed,
            committedValues(forKeys: ["trashedDate"])["trashedDate"] ?? .null != .null
        else { return false }
        let same = FetchRequest<Item>(.key("itemNumber") == itemNumber && Item.isListed)
        return try context.fetch(same).contains { $0 !== self }
    }

    /// The number, if it differs from the saved one.
    fileprivate var changedNumber: Int64? {
        let former = committedValues(forKeys: ["itemNumber"])["itemNumber"]
        return former == .integer(itemNumber) ? nil : itemNumber
    }
}
