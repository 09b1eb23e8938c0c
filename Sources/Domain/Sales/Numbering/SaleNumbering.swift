import Foundation
public import Persistence

/// The greatest numbers of sales and payments ever used. They stay when records are deleted, so
/// that no number is reused.
public final class SaleNumbering: ManagedObject {}

extension SaleNumbering {
    /// The greatest number of a sale; 0 if none is recorded.
    ///
    /// - Throws: errors of the store.
    static func last(in context: ManagedObjectContext) throws -> Int64 {
        try kept(in: context)?.last ?? 0
    }

    /// The greatest number of a payment; 0 if none is recorded.
    ///
    /// - Throws: errors of the store.
    static func lastPayment(in context: ManagedObjectContext) throws -> Int64 {
        try kept(in: context)?.lastPayment ?? 0
    }

    /// Records the numbers of sales and payments before the save that inserts or deletes them.
    ///
    /// - Throws: errors of the store.
    static func keepNumbers(_ save: PendingSave) throws {
        let context = save.context
        var (number, payment): (Int64, Int64) = (0, 0)
        for object in Array(context.insertedObjects) + Array(context.deletedObjects) {
            if let sale = object as? Sale { number = max(number, sale.number) }
            payment = max(payment, (object as? Payment)?.number ?? 0)
        }
        for case let sale as Sale in context.updatedObjects { number = max(number, sale.number) }
        try raise(to: number, payment: payment, in: context)
    }

    /// Records used numbers.
    ///
    /// - Parameters:
    ///   - number: the greatest number of a sale in the save.
    ///   - payment: the greatest number of a payment in it.
    /// - Throws: errors of the store.
    static func raise(
        to number: Int64, payment: Int64, in context: ManagedObjectContext
    ) throws {
        let kept = try kept(in: context)
        guard number > kept?.last ?? 0 || payment > kept?.lastPayment ?? 0 else { return }
        let numbering = kept ?? SaleNumbering(context: context)
        numbering.last = max(numbering.last, number)
        numbering.lastPayment = max(numbering.lastPayment, payment)
    }

    /// Releases the unused numbers of a cancelled import.
    ///
    /// - Parameters:
    ///   - given: the greatest numbers that the import has used. If the recorded ones differ,
    ///     others have taken numbers, and nothing changes.
    ///   - former: the greatest numbers before.
    /// - Throws: errors of the store.
    static func lower(
        from given: [Int64], to former: Int64, in context: ManagedObjectContext
    ) throws {
        guard let kept = try kept(in: context), given.contains(kept.last), former < kept.last
        else { return }
        let request = FetchRequest<Sale>(#Predicate { $0.number > former })
        guard try context.count(for: request) == 0 else { return }
        kept.last = former
    }

    private static func kept(in context: ManagedObjectContext) throws -> SaleNumbering? {
        try context.fetch(FetchRequest<SaleNumbering>()).max { $0.last < $1.last }
    }
}

extension ManagedObjectContext {
    /// The highest number of a record, stored or inserted; 0 if there is none.
    ///
    /// - Throws: errors of the store.
    func highestNumber<Record: ManagedObject>(
        of type: Record.Type, _ number: KeyPath<Record, Int64>
    ) throws -> Int64 {
        let request = DictionaryFetchRequest(
            entityName: "\(type)", columns: [("number", .max(.key("number")))])
        let stored = try fetchDictionaries(request).first?["number"]?.integerValue ?? 0
        return insertedObjects.reduce(stored) {
            max($0, ($1 as? Record)?[keyPath: number] ?? 0)
        }
    }
}
