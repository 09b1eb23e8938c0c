public import Foundation
public import Persistence

/// What the shop says about itself on receipts, and what its sales begin with: one record.
public final class ShopProfile: ManagedObject {
    /// How receipts, invoices and quotes are numbered.
    private static let patterns: Set<String> = ["receiptPattern", "invoicePattern", "quotePattern"]

    /// No card number stands where everybody reads it, and no pattern gives a number twice.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        if Self.patterns.contains(key), case .string(let text) = value {
            do throws(NumberPatternFault) {
                _ = try NumberPattern(text)
            } catch {
                throw ValueRules.refusal(self, key, "\(key) \(error)")
            }
        }
        try SalesRules.check(value, forKey: key, of: self)
        try ValueRules.refuseCards(
            value, forKey: key, of: self, in: ["name", "address", "footer", "invoiceNote"])
    }
}

extension ShopProfile {
    /// The record; nil while nobody has said anything about the shop.
    ///
    /// - Throws: errors of the store.
    public static func current(in context: ManagedObjectContext) throws -> ShopProfile? {
        try context.fetch(FetchRequest<ShopProfile>()).min {
            ($0.objectID.recordNumber ?? .max) < ($1.objectID.recordNumber ?? .max)
        }
    }

    /// The record, which is made if there is none.
    ///
    /// - Throws: errors of the store.
    public static func make(in context: ManagedObjectContext) throws -> ShopProfile {
        try current(in: context) ?? ShopProfile(context: context)
    }
}

extension ShopProfile {
    /// What keeps the currency as it is, as a clause; nil while it can be changed.
    ///
    /// - Throws: errors of the store.
    public static func currencyLock(in context: ManagedObjectContext) throws -> String? {
        let code = try current(in: context)?.currency ?? Currency.dollar.code
        if try context.count(for: FetchRequest<Invoice>()) > 0 {
            return "there are invoices in \(code), which stay what they are"
        }
        if try context.count(for: FetchRequest<ClosedDay>(ClosedDay.isStillClosed)) > 0 {
            return "there are closed days in \(code), which stay what they are"
        }
        return nil
    }

    /// What is in the drawer in the morning.
    public var opening: Decimal {
        get { Cents.amount(openingCents) }
        set { openingCents = Cents.whole(newValue) ?? 0 }
    }
}
