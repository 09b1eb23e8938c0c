public import Foundation
public import Persistence

/// A change of a product's stock, with its reason and the resulting stock.
public final class StockEntry: ShopRecord {
    override class var rules: SalesRules {
        SalesRules(quantities: ["change", "level"], texts: ["note"])
    }
}

extension StockEntry {
    /// The reason for a change of stock.
    public enum Kind: String, Sendable, CaseIterable {
        /// Delivered by a supplier.
        case delivered
        /// Set to a counted number.
        case counted
        /// Broken, lost or given away.
        case broken
        /// Sold.
        case sold
        /// Returned by a customer.
        case returned
        /// A sale or a return was made void.
        case voided
        /// Set to the number that a closed stocktake counted.
        case stocktake
        /// Set by a stocktake that was opened again, and set back.
        case reopened

        /// The kinds that users enter; the others come from sales and stocktakes.
        public static let entered: [Kind] = [.delivered, .counted, .broken]

        /// Whether a count caused it.
        var isOfCount: Bool { [.counted, .stocktake, .reopened].contains(self) }

        /// Whether a sale caused it.
        var isOfSale: Bool { [.sold, .returned, .voided].contains(self) }
    }

    /// The reason for the change; nil if this version does not know it.
    public var reason: Kind? { kind.flatMap(Kind.init) }
}

extension Product {
    /// The greatest quantity of a stock change.
    public static let mostPieces: Decimal = 1_000_000
    static var mostPiecesText: String { Region.current.text(mostPieces) }

    /// Whether the stock is low; false for a product without a stock.
    public var isLow: Bool { isStocked && lowStock.map { stockLevel <= $0 } ?? false }

    /// The stock; 0 for a product without one.
    public var stockLevel: Decimal { stock ?? 0 }

    /// Records a delivery, a loss or a count. From the first one on, sales change the stock.
    ///
    /// - Parameter pieces: the quantity; for a count, the counted stock.
    /// - Throws: ``SaleRefusal`` for an invalid quantity.
    @discardableResult
    public func enter(
        _ kind: StockEntry.Kind, _ pieces: Decimal, note: String? = nil, at date: Date = Date(),
        in context: ManagedObjectContext
    ) throws -> StockEntry {
        if let fault = fault(ofPlaces: pieces) { throw SaleRefusal("quantity", fault) }
        let isEnough = kind.isOfCount ? pieces >= 0 : pieces > 0
        guard isEnough, pieces <= Self.mostPieces else {
            let range =
                kind.isOfCount ? "from 0 to" : isDivisible ? "above 0, at most" : "from 1 to"
            throw SaleRefusal("quantity", "Enter a number \(range) \(Self.mostPiecesText).")
        }
        isStocked = true
        let change =
            switch kind {
            case .delivered, .returned: pieces
            case .counted, .stocktake, .reopened: pieces - stockLevel
            case .broken, .sold, .voided: -pieces
            }
        let entry = step(kind, by: change, of: nil, at: date, in: context)
        entry.note = note
        return entry
    }

    /// Sets the initial stock from another shop's data; negative if that sold more than it had
    /// counted.
    func begin(withStock pieces: Decimal, in context: ManagedObjectContext) -> StockEntry {
        isStocked = true
        return step(.counted, by: pieces - stockLevel, of: nil, in: context)
    }

    /// Records a change, if the product has a stock.
    @discardableResult
    func step(
        _ kind: StockEntry.Kind, by change: Decimal, of line: SaleLine?, at date: Date = Date(),
        in context: ManagedObjectContext
    ) -> StockEntry {
        let level = stockLevel + change
        stock = level
        return insertEntry(kind, by: change, to: level, of: line, at: date, in: context)
    }

    /// Inserts an entry without changing the stock.
    func insertEntry(
        _ kind: StockEntry.Kind, by change: Decimal, to level: Decimal, of line: SaleLine?,
        at date: Date, in context: ManagedObjectContext
    ) -> StockEntry {
        let entry = StockEntry(context: context)
        entry.product = self
        entry.kind = kind.rawValue
        entry.change = change
        entry.level = level
        entry.date = date
        entry.line = line
        return entry
    }
}

extension Sale {
    /// Subtracts a sale from the stock, or adds a return.
    func changeStock(in context: ManagedObjectContext) {
        for line in lines {
            guard let product = line.product, product.isStocked else { continue }
            let pieces = line.quantity ?? 0
            product.step(
                isReturn ? .returned : .sold, by: isReturn ? pieces : -pieces, of: line,
                in: context)
        }
    }

    /// Reverts the change of the stock, when the sale is made void.
    func revertStock(in context: ManagedObjectContext) {
        for line in lines {
            let change = line.stockEntries.reduce(Decimal(0)) { $0 + ($1.change ?? 0) }
            guard change != 0, let product = line.product else { continue }
            product.step(.voided, by: -change, of: line, in: context)
        }
    }
}
