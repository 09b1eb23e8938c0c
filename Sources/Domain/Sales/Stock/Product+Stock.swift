public import Foundation
public import Persistence

extension Product {
    /// The greatest number of pieces of a step.
    public static let mostPieces: Int64 = 1_000_000

    /// Whether less is there than there should be. Of a product that is not counted nobody knows.
    public var isLow: Bool { isStocked && lowStock.map { stock <= $0 } ?? false }

    /// Enters a step: pieces that came, broke, or were counted. From the first one on, sales change
    /// the stock.
    ///
    /// - Parameter pieces: how many; for what was counted, how many there are.
    /// - Throws: ``SaleRefusal`` for a number that cannot be.
    @discardableResult
    public func enter(
        _ kind: StockEntry.Kind, _ pieces: Int64, note: String? = nil, at date: Date = Date(),
        in context: ManagedObjectContext
    ) throws -> StockEntry {
        let least: Int64 = kind == .counted ? 0 : 1
        guard (least...Self.mostPieces).contains(pieces) else {
            throw SaleRefusal([
                SaleFault("quantity", "The number is from \(least) to \(Self.mostPieces).")
            ])
        }
        isStocked = true
        let change =
            switch kind {
            case .delivered, .returned: pieces
            case .counted: pieces - stock
            case .broken, .sold, .voided: -pieces
            }
        let entry = step(kind, by: change, of: nil, at: date, in: context)
        entry.note = note
        return entry
    }

    /// Begins the stock of a product as another shop had it: below zero, if that sold more than it had
    /// counted.
    func begin(withStock pieces: Int64, in context: ManagedObjectContext) -> StockEntry {
        isStocked = true
        return step(.counted, by: pieces - stock, of: nil, in: context)
    }

    /// Writes a step down, if the stock of the product is counted.
    @discardableResult
    func step(
        _ kind: StockEntry.Kind, by change: Int64, of line: SaleLine?, at date: Date = Date(),
        in context: ManagedObjectContext
    ) -> StockEntry {
        let entry = StockEntry(context: context)
        stock += change
        entry.product = self
        entry.kind = kind.rawValue
        entry.change = change
        entry.level = stock
        entry.date = date
        entry.line = line
        return entry
    }
}

extension Sale {
    /// Takes what was sold out of the stock, or puts what came back into it.
    func changeStock(in context: ManagedObjectContext) {
        for line in lines {
            guard let product = line.product, product.isStocked else { continue }
            let pieces = Int64(line.quantity)
            product.step(
                isReturn ? .returned : .sold, by: isReturn ? pieces : -pieces, of: line,
                in: context)
        }
    }

    /// Takes the change of the stock back, when the sale is made void.
    func revertStock(in context: ManagedObjectContext) {
        for line in lines {
            let change = line.stockEntries.reduce(Int64(0)) { $0 + $1.change }
            guard change != 0, let product = line.product else { continue }
            product.step(.voided, by: -change, of: line, in: context)
        }
    }
}
