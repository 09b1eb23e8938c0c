import Foundation
public import Persistence

/// The expected things and the sightings of a stocktake: as they are now, or as they were when it was
/// closed.
public struct StocktakeCount {
    /// The expected things, each with the quantity that was seen.
    public var things: [StocktakeThing]
    /// All sightings, the latest first.
    public private(set) var sightings: [Sighting]
    /// The outcomes of the sightings, in their order.
    public private(set) var outcomes: [Sighting.Outcome]

    /// - Throws: errors of the store, and of a result that cannot be decoded.
    public init(_ stocktake: Stocktake, in context: ManagedObjectContext) throws {
        sightings = try stocktake.allSightings(in: context)
        if let things = try stocktake.keptThings {
            self.things = things
            outcomes = sightings.map(\.storedOutcome)
            return
        }
        things = []
        let records = try ExpectedRecords(of: stocktake, sightings, in: context)
        outcomes = sightings.map(records.outcome)
        var seen: [SeenSubject: Decimal] = [:]
        for sighting in sightings {
            guard let subject = sighting.subject else { continue }
            seen[subject, default: 0] += sighting.quantity ?? 0
        }
        let journal = try StockSinceCount(lastSeen, of: stocktake, in: context)
        things += records.items.map { item in
            StocktakeThing(
                itemKey: item.key, number: ItemNumber.text(item.itemNumber),
                name: item.itemName ?? "",
                place: item.location?.objectID.recordNumber.map(records.tree.pathText) ?? "",
                borrower: item.openLoan()?.borrower, quantity: Decimal(item.quantity),
                seen: seen[.item(item.key)] ?? 0)
        }
        things += records.products.map { product in
            let number = product.savedNumber
            return StocktakeThing(
                product: number, number: product.sku ?? product.barcode ?? "",
                name: product.name ?? "",
                quantity: max(product.stockLevel - (journal.all[number] ?? 0), 0),
                seen: seen[.product(number)] ?? 0, cost: product.cost,
                hasNoStock: product.isStocked ? nil : true,
                hasNone: seen[.product(number)] == 0 ? true : nil)
        }
    }

    /// The last sighting of each thing.
    public var lastSightings: [SeenSubject: Sighting] {
        Dictionary(
            sightings.compactMap { sighting in sighting.subject.map { ($0, sighting) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The times at which products were last seen, by record number.
    var lastSeen: [Int64: Date] {
        lastSightings.values.reduce(into: [:]) { dates, last in
            if let number = last.product { dates[number] = last.date }
        }
    }

    /// The counted records: the items that were seen, and the products that were seen or whose stock was
    /// set.
    var counted: Set<SeenSubject> {
        let seen = zip(sightings, outcomes).compactMap { sighting, outcome in
            sighting.itemKey != nil || outcome == .expected ? sighting.subject : nil
        }
        return Set(seen).union(things.compactMap { $0.change == nil ? nil : $0.subject })
    }

    /// Leaves products out, for people who may not read them.
    public mutating func removeProducts() {
        things.removeAll { $0.product != nil }
        let kept = zip(sightings, outcomes).filter { $0.0.product == nil }
        (sightings, outcomes) = (kept.map(\.0), kept.map(\.1))
    }

    /// The sightings with an outcome, the latest first.
    public func sightings(_ outcome: Sighting.Outcome) -> [Sighting] {
        zip(sightings, outcomes).compactMap { $1 == outcome ? $0 : nil }
    }
}

extension Stocktake {
    /// The outcomes of some of its sightings, in their order: as they are now, or as they were when the
    /// stocktake was closed.
    ///
    /// - Throws: errors of the store.
    public func outcomes(
        of sightings: [Sighting], in context: ManagedObjectContext
    ) throws -> [Sighting.Outcome] {
        guard isOpen else { return sightings.map(\.storedOutcome) }
        let records = try ExpectedRecords(of: self, sightings, only: true, in: context)
        return sightings.map(records.outcome)
    }

    /// The sightings, the latest first.
    ///
    /// - Throws: errors of the store.
    func allSightings(in context: ManagedObjectContext) throws -> [Sighting] {
        try context.fetch(
            FetchRequest<Sighting>(
                .key("stocktake") == objectID,
                sortBy: [SortDescriptor(\.seenAt, order: .reverse)]))
    }
}

extension Sighting {
    /// The outcome that closing the stocktake has stored.
    fileprivate var storedOutcome: Outcome { outcome.flatMap(Outcome.init) ?? .unknown }
}
