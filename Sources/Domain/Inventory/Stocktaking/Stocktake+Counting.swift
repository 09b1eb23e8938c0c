public import Foundation
public import Persistence

extension Stocktake {
    /// Notes that something was seen. A number is added to what was seen before, even if there are more than
    /// expected then. Without one an item counts once, with what is missing of its quantity, and an unknown
    /// code once.
    ///
    /// - Parameters:
    ///   - key: the key that the sender gave the sighting, which no other one has
    ///     (``Sighting/find(_:in:)``).
    ///   - quantity: the number that was seen. Default: the rest of an item, one of a product.
    ///   - location: where it was seen. Default: not said.
    ///   - date: when it was seen.
    ///   - addedAt: when that is noted. Default: when it was seen.
    /// - Returns: the sighting, and whether it is one from before.
    /// - Throws: ``SaleRefusal`` for a number that is not possible; errors of the store.
    public func see(
        _ thing: SeenThing, key: UUID, quantity: Decimal? = nil, at location: Location? = nil,
        on date: Date, addedAt: Date? = nil, in context: ManagedObjectContext
    ) throws -> (sighting: Sighting, isAgain: Bool) {
        let former = try sightings(of: thing, in: context)
        let seen = former.reduce(0) { $0 + ($1.quantity ?? 0) }
        let rest = thing.whole.map { $0 - seen }
        if quantity == nil, let last = former.first, let rest, rest <= 0 { return (last, true) }
        let counted = quantity ?? rest ?? 1
        if let fault = thing.fault(ofQuantity: counted, seenBefore: seen) {
            throw SaleRefusal("quantity", fault)
        }
        let sighting = Sighting(context: context)
        sighting.stocktake = self
        (sighting.key, sighting.seenBy) = (key, Author.name)
        (sighting.seenAt, sighting.addedAt) = (date, addedAt ?? date)
        sighting.location = location?.objectID.recordNumber
        sighting.quantity = counted
        switch thing {
        case .item(let item): (sighting.itemKey, sighting.name) = (item.key, item.itemName)
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
}

extension SeenThing {
    /// How many count without a number; nil for a product, of which each scan is another one.
    fileprivate var whole: Decimal? {
        switch self {
        case .item(let item): Decimal(item.quantity)
        case .product: nil
        case .unknown: 1
        }
    }

    /// The reason, as a sentence, why so many of it cannot be seen; nil if they can. A product can be counted
    /// as none.
    ///
    /// - Parameter seen: the number that was seen before.
    fileprivate func fault(ofQuantity quantity: Decimal, seenBefore seen: Decimal) -> String? {
        if case .product(let product) = self, let fault = product.fault(ofPlaces: quantity) {
            return fault
        }
        let (isEnough, range) =
            switch self {
            case .item:
                (quantity > 0 && Quantity.isWhole(quantity), "a whole number from 1 to")
            case .product: (quantity >= 0, "a number from 0 to")
            case .unknown: (quantity > 0, "a number above 0, at most")
            }
        guard isEnough, quantity <= Product.mostPieces else {
            return "Enter \(range) \(Product.mostPiecesText)."
        }
        guard seen + quantity <= Product.mostPieces else {
            return "With those that were seen before, it can be at most \(Product.mostPiecesText)."
        }
        return nil
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
    /// - Throws: ``SaleRefusal`` if there is no item, or no location is known; errors of the store.
    public func move(_ sighting: Sighting, in context: ManagedObjectContext) throws {
        func refusal(_ reason: String) -> SaleRefusal {
            SaleRefusal("sighting", reason)
        }
        let title = sighting.recordTitle
        guard let key = sighting.itemKey else {
            throw refusal(
                sighting.product == nil
                    ? "No record has the code “\(title)”, so there is nothing to move."
                    : "“\(title)” is a product, which has no location.")
        }
        guard let item = try Item.find(key, in: context), !item.isTrashed else {
            throw refusal("“\(title)” was deleted.")
        }
        guard let number = sighting.location ?? location,
            let destination = try context.existingObject(Location.self, recordNumber: number)
        else { throw refusal("It is not known where “\(title)” was seen.") }
        item.location = destination
    }

    /// The sightings whose items are not where they were seen, so that they can be moved.
    ///
    /// - Throws: errors of the store.
    public func movable(
        _ sightings: [Sighting], in context: ManagedObjectContext
    ) throws -> Set<ManagedObjectID> {
        guard isOpen else { return [] }
        let items = try Item.find(Set(sightings.compactMap(\.itemKey)), in: context)
        return Set(
            sightings.filter { sighting in
                guard let item = sighting.itemKey.flatMap({ items[$0] }), !item.isTrashed,
                    let destination = sighting.location ?? location
                else { return false }
                return item.location?.objectID.recordNumber != destination
            }.map(\.objectID))
    }
}
