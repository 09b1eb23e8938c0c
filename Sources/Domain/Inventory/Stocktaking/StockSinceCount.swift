import Foundation
import Persistence

/// The changes of the stock of products since a stocktake counted them.
struct StockSinceCount {
    /// All changes, by product.
    private(set) var all: [Int64: Decimal] = [:]
    /// The changes by deliveries, losses and sales, by product.
    private(set) var changes: [Int64: Decimal] = [:]
    /// The products with deliveries and losses.
    private(set) var entered: Set<Int64> = []
    /// The products that were counted later, by hand or in another stocktake that is closed.
    private(set) var counted: Set<Int64> = []

    /// - Parameter dates: when the products were counted.
    /// - Throws: errors of the store.
    init(
        _ dates: [Int64: Date], of stocktake: Stocktake, in context: ManagedObjectContext
    ) throws {
        guard let first = dates.values.min() else { return }
        let numbers = dates.keys.sorted()
        let products = try numbers.map {
            try context.coordinator.objectID(entityName: "Product", recordNumber: $0)
        }
        let closings = Set(
            try context.fetch(FetchRequest<Stocktake>(.key("closedAt") > first))
                .compactMap(\.closedAt))
        let isLater: FetchPredicate = .and([
            FetchExpression.key("product").isIn(products), .key("date") > first,
        ])
        for entry in try context.fetch(FetchRequest<StockEntry>(isLater)) {
            guard let number = entry.product?.objectID.recordNumber, let date = entry.date,
                date > dates[number] ?? .distantFuture
            else { continue }
            let change = entry.change ?? 0
            all[number, default: 0] += change
            switch entry.reason {
            case .stocktake where closings.contains(date): break
            // The count of a deleted stocktake cannot be taken back, as one by hand.
            case .counted, .stocktake: counted.insert(number)
            case .reopened: break
            case .delivered, .broken:
                entered.insert(number)
                changes[number, default: 0] += change
            case .sold, .returned, .voided, nil: changes[number, default: 0] += change
            }
        }
        // Only closed stocktakes have outcomes.
        let isElsewhere: FetchPredicate = .and([
            FetchExpression.key("product").isIn(numbers), .key("seenAt") > first,
            .key("outcome") == Sighting.Outcome.expected.rawValue,
            .not(.key("stocktake") == stocktake.objectID),
        ])
        for sighting in try context.fetch(FetchRequest<Sighting>(isElsewhere)) {
            guard let number = sighting.product, sighting.date > dates[number] ?? .distantFuture
            else { continue }
            counted.insert(number)
        }
    }
}
