import Foundation
import Persistence

/// The sales that a save is about to add, change or delete.
struct SalesChanges {
    private(set) var removed: Set<Int64> = []
    /// The items of the inventory in lines that go.
    private(set) var items: Set<UUID> = []
    /// New sales have their numbers when they are saved.
    private(set) var added: Set<Sale> = []
    /// The greatest number of a sale among them; 0 if there is none.
    private(set) var greatestNumber: Int64 = 0
    /// The greatest number of a payment among what is added or deleted; 0 if there is none.
    private(set) var greatestPaymentNumber: Int64 = 0

    init(_ context: ManagedObjectContext) {
        for object in context.insertedObjects { note(object) }
        for object in context.updatedObjects { note(object) }
        for case let sale as Sale in context.deletedObjects {
            if let number = sale.objectID.recordNumber { removed.insert(number) }
            greatestNumber = max(greatestNumber, sale.number)
        }
        for case let payment as Payment in context.insertedObjects {
            greatestPaymentNumber = max(greatestPaymentNumber, payment.number)
        }
        for case let payment as Payment in context.deletedObjects {
            greatestPaymentNumber = max(greatestPaymentNumber, payment.number)
        }
        for case let line as SaleLine in context.deletedObjects {
            note(line)
            if let key = line.itemKey { items.insert(key) }
        }
        added = added.filter { !$0.isDeleted }
        greatestNumber = added.reduce(greatestNumber) { max($0, $1.number) }
    }

    /// Whether making everything anew costs less.
    var areMany: Bool { removed.count + added.count > 2_000 }

    private mutating func note(_ object: ManagedObject) {
        guard let sale = object as? Sale ?? (object as? SaleLine)?.sale else { return }
        if let number = sale.objectID.recordNumber { removed.insert(number) }
        added.insert(sale)
    }
}
