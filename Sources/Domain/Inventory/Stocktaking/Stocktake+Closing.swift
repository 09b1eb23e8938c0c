public import Foundation
public import Persistence

extension Stocktake {
    /// Closes the stocktake: stores the expected things with the numbers that were seen, the last
    /// sightings of items, and the stock of counted products.
    ///
    /// - Parameter missing: whether the stock of products that were not seen is set to 0.
    /// - Throws: ``SaleRefusal`` for a stock that is not possible; errors of the store.
    public func close(
        at date: Date, countingMissing missing: Bool = false, in context: ManagedObjectContext
    ) throws {
        guard isOpen else { return }
        var count = try StocktakeCount(self, in: context)
        for (sighting, outcome) in zip(count.sightings, count.outcomes) {
            sighting.outcome = outcome.rawValue
        }
        for (item, last) in try lastSightings(of: count, in: context)
        where item.lastSeen ?? .distantPast <= last.date {
            (last.formerSeen, last.formerSeenBy) = (item.lastSeen, item.lastSeenBy)
            (item.lastSeen, item.lastSeenBy) = (last.seenAt, last.seenBy)
        }
        try setStock(&count, at: date, countingMissing: missing, in: context)
        for index in count.things.indices { count.things[index].borrower = nil }
        try keep(count.things)
        (closedAt, closedBy) = (date, Author.name)
    }

    /// Sets the stock of products to the counted number plus the changes since then. A product that was
    /// counted again later keeps its stock; for one that was not seen, later than the start of the
    /// stocktake.
    private func setStock(
        _ count: inout StocktakeCount, at date: Date, countingMissing missing: Bool,
        in context: ManagedObjectContext
    ) throws {
        let seen = count.lastSeen
        let unseen = missing ? count.things.filter { $0.hasNoStock != true } : []
        let dates = seen.merging(
            unseen.compactMap(\.product).map { ($0, startedAt ?? date) }
        ) { seen, _ in seen }
        let journal = try StockSinceCount(dates, of: self, in: context)
        for index in count.things.indices {
            let thing = count.things[index]
            guard let number = thing.product, dates[number] != nil,
                !journal.counted.contains(number),
                let product = try context.existingObject(Product.self, recordNumber: number)
            else { continue }
            let level = max(thing.seen + (journal.changes[number] ?? 0), 0)
            do {
                count.things[index].change =
                    try product.enter(
                        .stocktake, seen[number] == nil ? 0 : level, note: name, at: date,
                        in: context
                    ).change
            } catch let refusal as SaleRefusal {
                let reason =
                    level > Product.mostPieces
                    ? "It can be at most \(Product.mostPiecesText)." : refusal.description
                throw SaleRefusal(
                    "quantity",
                    "The stock of “\(thing.name)” would be \(Region.current.text(level)). \(reason) "
                        + "Undo one of its sightings.")
            }
        }
    }

    /// Opens the stocktake again and undoes what closing it did: the stock changes back, unless it was
    /// counted by hand since, and items get back their former last sightings.
    ///
    /// - Throws: ``SaleRefusal`` if another stocktake of the same things was closed later; errors of the
    ///   store.
    public func reopen(at date: Date, in context: ManagedObjectContext) throws {
        guard let closedAt else { return }
        let count = try StocktakeCount(self, in: context)
        let later = FetchRequest<Stocktake>(
            .key("closedAt") > closedAt, sortBy: [SortDescriptor(\.closedAt, order: .reverse)])
        let counted = count.counted
        for other in try context.fetch(later) {
            guard try !StocktakeCount(other, in: context).counted.isDisjoint(with: counted)
            else { continue }
            throw SaleRefusal(
                "stocktake",
                "“\(other.name ?? "")” counted some of the same later; open that again first.")
        }
        try revertStock(count, closedAt, at: date, in: context)
        for (item, last) in try lastSightings(of: count, in: context)
        where item.lastSeen == last.seenAt {
            (item.lastSeen, item.lastSeenBy) = (last.formerSeen, last.formerSeenBy)
        }
        for sighting in count.sightings {
            (sighting.outcome, sighting.formerSeen, sighting.formerSeenBy) = (nil, nil, nil)
        }
        (self.closedAt, closedBy, result) = (nil, nil, nil)
    }

    private func revertStock(
        _ count: StocktakeCount, _ closedAt: Date, at date: Date,
        in context: ManagedObjectContext
    ) throws {
        let changed = count.things.filter { $0.change != nil }
        let journal = try StockSinceCount(
            Dictionary(changed.compactMap(\.product).map { ($0, closedAt) }) { first, _ in first },
            of: self, in: context)
        for thing in changed {
            guard let number = thing.product, let change = thing.change,
                !journal.counted.contains(number),
                let product = try context.existingObject(Product.self, recordNumber: number)
            else { continue }
            let (id, kind) = (product.objectID, StockEntry.Kind.stocktake.rawValue)
            let own = FetchRequest<StockEntry>(
                #Predicate {
                    $0.product?.objectID == id && $0.date == closedAt && $0.kind == kind
                })
            for entry in try context.fetch(own) {
                entry.kind = StockEntry.Kind.reopened.rawValue
            }
            if change != 0 {
                product.step(.reopened, by: -change, of: nil, at: date, in: context).note = name
            }
            if thing.hasNoStock == true, !journal.entered.contains(number) {
                product.isStocked = false
            }
        }
    }

    /// The items that were seen, each with its last sighting.
    private func lastSightings(
        of count: StocktakeCount, in context: ManagedObjectContext
    ) throws -> [(item: Item, last: Sighting)] {
        let last = count.lastSightings
        let items = try Item.find(Set(last.values.compactMap(\.itemKey)), in: context)
        return items.compactMap { key, item in last[.item(key)].map { (item, $0) } }
    }
}
