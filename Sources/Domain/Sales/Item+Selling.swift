public import Foundation
public import Persistence

extension Item {
    /// Whether the item was sold.
    public var isSold: Bool { soldDate != nil }

    /// The sale of the item; nil if it is not sold.
    ///
    /// - Throws: errors of the store.
    public func sale(in context: ManagedObjectContext) throws -> Sale? {
        guard isSold, let itemKey else { return nil }
        return try SaleLine.lines(withItem: itemKey, in: context).compactMap(\.sale)
            .filter { !$0.isVoid && !$0.isReturn && !$0.isDeleted }
            .max { ($0.date ?? .distantPast, $0.number) < ($1.date ?? .distantPast, $1.number) }
    }

    /// The keys, among some, of items that are not trashed.
    ///
    /// - Throws: errors of the store.
    public static func existing(
        _ keys: Set<UUID>, in context: ManagedObjectContext
    ) throws -> Set<UUID> {
        guard !keys.isEmpty else { return [] }
        let request = FetchRequest<Item>(FetchExpression.key("itemKey").isIn(keys) && isListed)
        return Set(try context.fetch(request).compactMap(\.itemKey))
    }

    /// Updates whether items are sold when a save deletes their lines.
    ///
    /// - Throws: errors of the store.
    static func unmarkItemsOfDeletedLines(_ save: PendingSave) throws {
        let context = save.context
        let keys = Set(context.deletedObjects.compactMap { ($0 as? SaleLine)?.itemKey })
        for key in keys { try updateSoldDate(of: key, in: context) }
    }

    /// Updates whether an item is sold.
    static func updateSoldDate(of key: UUID, in context: ManagedObjectContext) throws {
        guard let item = try Item.find(key, in: context) else { return }
        let sales = try SaleLine.lines(withItem: key, in: context).filter { !$0.isDeleted }
            .compactMap(\.sale).filter { !$0.isVoid && !$0.isDeleted }
        let returned = sales.count(where: \.isReturn)
        let sold = sales.filter { !$0.isReturn }
        let date = sold.count > returned ? sold.compactMap(\.date).max() : nil
        if item.soldDate != date { item.soldDate = date }
    }
}

extension SaleLine {
    /// The lines that sell or return an item.
    static func lines(
        withItem key: UUID, in context: ManagedObjectContext
    ) throws -> [SaleLine] {
        try context.fetch(FetchRequest<SaleLine>(#Predicate { $0.itemKey == key }))
    }
}
