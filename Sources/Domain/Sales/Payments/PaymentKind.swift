public import Foundation
public import Persistence

/// How people pay: in cash, by card, or however else the shop says.
public final class PaymentKind: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["name"])
    }
}

extension PaymentKind {
    /// All kinds, those in use before those that are retired, the first one first.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [PaymentKind] {
        let kinds = try context.fetch(FetchRequest<PaymentKind>()).sorted {
            ($0.objectID.recordNumber ?? .max) < ($1.objectID.recordNumber ?? .max)
        }
        return kinds.filter { !$0.isRetired } + kinds.filter(\.isRetired)
    }

    /// The kind of a name without regard to case and accents, or nil.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, in context: ManagedObjectContext
    ) throws -> PaymentKind? {
        try context.fetchFirst(FetchRequest<PaymentKind>(format: "name ==[cd] %@", name))
    }

    /// The kind of the last payment, if it is still in use.
    ///
    /// - Throws: errors of the store.
    public static func ofLastPayment(in context: ManagedObjectContext) throws -> PaymentKind? {
        let request = FetchRequest<Payment>(
            #Predicate { $0.voidedAt == nil && $0.amountCents > 0 },
            sortBy: [SortDescriptor(\.number, order: .reverse)], limit: 1)
        guard let kind = try context.fetch(request).first?.kind, !kind.isRetired else { return nil }
        return kind
    }

    /// Makes the kinds that every shop knows, if there is none at all.
    static func addFirstKinds(to context: ManagedObjectContext) throws {
        guard try context.count(for: FetchRequest<PaymentKind>()) == 0 else { return }
        for (name, isCash) in [("Cash", true), ("Card", false), ("Transfer", false)] {
            let kind = PaymentKind(context: context)
            kind.name = name
            kind.isCash = isCash
        }
    }

    /// Whether it is offered no more.
    public var isRetired: Bool { retiredAt != nil }

    /// Takes the kind out of what is offered. What was paid stays as it is.
    public func retire(at date: Date = Date()) {
        if retiredAt == nil { retiredAt = date }
    }

    /// Offers the kind again.
    public func unretire() {
        retiredAt = nil
    }
}
