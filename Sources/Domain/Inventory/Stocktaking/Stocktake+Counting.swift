public import Foundation
public import Persistence

extension Stocktake {
    /// Notes that something was seen. Does nothing if the whole quantity of the item, or the unknown
    /// code, was seen before.
    ///
    /// - Parameters:
    ///   - key: the key that the sender gave the sighting, which no other one has
    ///     (``Sighting/find(_:in:)``).
    ///   - quantity: the number that was seen. Default: all of an item, one of a product.
    ///   - location: where it was seen. Default: not said.
    ///   - date: when it was seen.
    ///   - addedAt: when that is noted. Default: when it was seen.
    /// - Returns: the sighting, and whether it is one from before.
    /// - Throws: ``SaleRefusal`` for an invalid quantity; errors of the store.
    public func see(
        _ thing: SeenThing, key: UUID, quantity: Decimal? = nil, at location: Location? = nil,
        on date: Date, addedAt: Date? = nil, in context: ManagedObjectContext
    ) throws -> (sighting: Sighting, isAgain: Bool) {
        let former = try sightings(of: thing, in: context)
        let seen = self.quantity(of: former)
        switch thing {
        case .item(let item):
            if let last = former.first, seen >= Decimal(item.quantity) { return (last, true) }
        case .product: break
        case .unknown: if let last = former.first { return (last, true) }
        }
        if let fault = quantity.flatMap(thing.fault(ofQuantity:)) {
            throw SaleRefusal([SaleFault("quantity", fault)])
        }
        let sighting = Sighting(context: context)
        sighting.stocktake = self
        (sighting.key, sighting.seenBy) = (key, Author.name)
        (sighting.seenAt, sighting.addedAt) = (date, addedAt ?? date)
        sighting.location = location?.objectID.recordNumber
        sighting.quantity = quantity ?? 1
        switch thing {
        case .item(let item):
            (sighting.itemKey, sighting.name) = (item.key, item.itemName)
            sighting.quantity = quantity ?? Decimal(item.quantity) - seen
        case .product(let product):
            (sighting.product, sighting.name) = (product.objectID.recordNumber, product.name)
        case .unknown(let code): sighting.code = code
        }
        return (sighting, false)
    }

    /// The sightings of the same thing in this stocktake, the latest first.
    public func sightings(
        of thing: SeenThing, in context: ManagedObjectContext
    ) throws -> [Sighting] {
        try context.fetch(
            FetchRequest<Sighting>(
                .and([.key("stocktake") == objectID, thing.subject.condition]),
                sortBy: [SortDescriptor(\.seenAt, order: .reverse)]))
    }

    /// The sum of the quantities of sightings.
    func quantity(of sightings: [Sighting]) -> Decimal {
        sightings.reduce(0) { $0 + ($1.quantity ?? 0) }
    }
}

extension SeenThing {
    /// The reason, as a sentence, why it cannot be seen so often; nil if it can. A product can be counted
    /// as none.
    fileprivate func fault(ofQuantity quantity: Decimal) -> String? {
        let isTooMany = quantity > Product.mostPieces
        switch self {
        case .item:
            guard quantity <= 0 || isTooMany || !Quantity.isWhole(quantity) else { return nil }
            return "Enter a whole number from 1 to 1,000,000."
        case .product(let product):
            if let fault = product.fault(ofPlaces: quantity) { return fault }
            return quantity < 0 || isTooMany ? "Enter a number from 0 to 1,000,000." : nil
        case .unknown:
            return quantity <= 0 || isTooMany
                ? "Enter a number above 0, at most 1,000,000." : nil
        }
    }
}

/// Moving misplaced items.
extension Stocktake {
    /// Whether a misplaced sighting is of an item that belongs elsewhere. Other ones are of things that the
    /// stocktake does not count.
    public func belongsElsewhere(_ sighting: Sighting) -> Bool {
        guard sighting.itemKey != nil else { return false }
        return location != nil || scopes.isEmpty || sighting.location != nil
    }

    /// Moves the item of a sighting to where it was seen, or else to the location that is counted.
    ///
    /// - Returns: whether item and location are known.
    /// - Throws: errors of the store.
    public func move(_ sighting: Sighting, in context: ManagedObjectContext) throws -> Bool {
        guard let key = sighting.itemKey, let item = try Item.find(key, in: context),
            !item.isTrashed, let number = sighting.location ?? location,
            let destination = try context.existingObject(Location.self, recordNumber: number)
        else { return false }
        item.location = destination
        return true
    }

    /// The sightings whose items are not where they were seen, so that they can be moved.
    ///
    /// - Throws: errors of the store.
    public func movable(
        _ sightings: [Sighting], in context: ManagedObjectContext
    ) throws -> Set<ManagedObjectID> {
        let keys = Set(sightings.compactMap(\.itemKey))
        guard isOpen, !keys.isEmpty else { return [] }
        let items = try context.fetch(
            FetchRequest<Item>(
                .and([FetchExpression.key("itemKey").isIn(keys), Item.isListed])))
        let locations = Dictionary(
            items.map { ($0.key, $0.location?.objectID.recordNumber) },
            uniquingKeysWith: { first, _ in first })
        return Set(
            sightings.filter { sighting in
                guard let key = sighting.itemKey, let location = locations[key],
                    let destination = sighting.location ?? self.location
                else { return false }
                return location != destination
            }.map(\.objectID))
    }
}
