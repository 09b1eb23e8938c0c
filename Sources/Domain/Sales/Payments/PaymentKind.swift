import Foundation
public import Persistence

/// A method of payment, such as cash or card.
public final class PaymentKind: ManagedObject, Retirable {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["name"])
    }
}

extension PaymentKind {
    /// All kinds in order, retired ones last.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [PaymentKind] {
        try context.fetch(FetchRequest<PaymentKind>()).sorted {
            ($0.objectID.recordNumber ?? .max) < ($1.objectID.recordNumber ?? .max)
        }.retiredLast
    }

    /// The kind with a name, ignoring case and accents, or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, in context: ManagedObjectContext
    ) throws -> PaymentKind? {
        try context.fetchFirst(FetchRequest<PaymentKind>(format: "name ==[cd] %@", name))
    }

    /// The kind of the last payment, unless it is retired.
    ///
    /// - Throws: errors of the store.
    public static func ofLastPayment(in context: ManagedObjectContext) throws -> PaymentKind? {
        let request = FetchRequest<Payment>(
            #Predicate { $0.voidedAt == nil && $0.amountCents > 0 },
            sortBy: [SortDescriptor(\.number, order: .reverse)], limit: 1)
        guard let kind = try context.fetch(request).first?.kind, !kind.isRetired else { return nil }
        return kind
    }

    /// Inserts the standard kinds if there are none.
    static func addFirstKinds(to context: ManagedObjectContext) throws {
        guard try context.count(for: FetchRequest<PaymentKind>()) == 0 else { return }
        for (name, isCash) in [("Cash", true), ("Card", false), ("Transfer", false)] {
            let kind = PaymentKind(context: context)
            kind.name = name
            kind.isCash = isCash
        }
    }
}
