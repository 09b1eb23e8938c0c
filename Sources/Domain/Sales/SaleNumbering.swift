public import Persistence

/// The greatest number that a sale ever had. It stays when the sale goes, so that no number is given
/// twice.
public final class SaleNumbering: ManagedObject {}

extension SaleNumbering {
    /// The greatest number that a sale ever had; 0 if none was kept.
    ///
    /// - Throws: errors of the store.
    static func last(in context: ManagedObjectContext) throws -> Int64 {
        try kept(in: context)?.last ?? 0
    }

    /// Takes note of a number before the save that gives it or takes it away.
    ///
    /// - Throws: errors of the store.
    static func raise(to number: Int64, in context: ManagedObjectContext) throws {
        let numbering = try kept(in: context)
        guard number > numbering?.last ?? 0 else { return }
        (numbering ?? SaleNumbering(context: context)).last = number
    }

    private static func kept(in context: ManagedObjectContext) throws -> SaleNumbering? {
        try context.fetch(FetchRequest<SaleNumbering>()).max { $0.last < $1.last }
    }
}
