public import Foundation
public import Persistence

/// A payment of a sale or a refund of a return, on a day, with its own number and receipt.
public final class Payment: ShopRecord {
    override class var rules: SalesRules {
        SalesRules(texts: ["voidReason"], longTexts: ["reference"])
    }
}

extension Payment {
    /// The amount; negative for a refund.
    public var amount: Decimal { Cents.amount(amountCents) }

    /// The tendered amount; 0 if unknown.
    public var tendered: Decimal { Cents.amount(tenderedCents) }

    /// The change given; 0 for a refund.
    public var change: Decimal {
        Cents.amount(amountCents < 0 ? 0 : max(tenderedCents - amountCents, 0))
    }

    /// The day of the payment.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The time of day; nil if unknown.
    public var time: TimeOfDay? {
        get { minuteOfDay.flatMap { TimeOfDay(minute: Int($0)) } }
        set { minuteOfDay = newValue.map { Int16($0.minute) } }
    }

    /// Whether the payment is void.
    public var isVoid: Bool { voidedAt != nil }
}

/// The entered values of a new payment.
public struct PaymentDraft: Sendable, Hashable {
    /// The record number of the kind.
    public var kind: Int64
    /// The tendered amount; nil for the amount due. For cash it may be more, which gives change.
    public var amount: Decimal?
    /// A reference, such as the number of a slip; nil for none.
    public var reference: String?

    public init(kind: Int64, amount: Decimal? = nil, reference: String? = nil) {
        self.kind = kind
        self.amount = amount
        self.reference = reference
    }
}

/// A method of payment, such as cash or card.
public final class PaymentKind: ShopRecord, Retirable {
    override class var rules: SalesRules { SalesRules(texts: ["name"]) }
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

    /// Retires the kind.
    ///
    /// - Throws: ``SaleRefusal`` if no other one is in use; errors of the store.
    public func retire(in context: ManagedObjectContext) throws {
        guard try Self.all(in: context).contains(where: { $0 !== self && !$0.isRetired }) else {
            throw SaleRefusal(
                "kindName",
                "“\(name ?? "")” is the last one in use; add another first, or use one again.")
        }
        retire()
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
