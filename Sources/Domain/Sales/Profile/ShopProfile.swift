public import Foundation
public import Persistence

/// The shop's details on receipts and the defaults of its sales: a single record.
public final class ShopProfile: ManagedObject {
    /// The patterns of receipts, invoices and quotes.
    private static let patterns: Set<String> = ["receiptPattern", "invoicePattern", "quotePattern"]

    /// Rejects card numbers in public texts, and ambiguous patterns.
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
    /// The record; nil while there is none.
    ///
    /// - Throws: errors of the store.
    public static func current(in context: ManagedObjectContext) throws -> ShopProfile? {
        try context.fetch(FetchRequest<ShopProfile>()).min {
            ($0.objectID.recordNumber ?? .max) < ($1.objectID.recordNumber ?? .max)
        }
    }

    /// The record, inserted if there is none.
    ///
    /// - Throws: errors of the store.
    public static func make(in context: ManagedObjectContext) throws -> ShopProfile {
        try current(in: context) ?? ShopProfile(context: context)
    }
}

extension ShopProfile {
    /// The reason, as a clause, why the currency cannot be changed; nil if it can.
    ///
    /// - Throws: errors of the store.
    public static func currencyLock(in context: ManagedObjectContext) throws -> String? {
        let code = try current(in: context)?.currency ?? Currency.dollar.code
        if try context.count(for: FetchRequest<Invoice>()) > 0 {
            return "there are invoices in \(code), which cannot change"
        }
        if try context.count(for: FetchRequest<ClosedDay>(ClosedDay.isStillClosed)) > 0 {
            return "there are closed days in \(code), which cannot change"
        }
        return nil
    }

    /// The cash in the morning.
    public var opening: Decimal {
        get { Cents.amount(openingCents) }
        set { openingCents = Cents.whole(newValue) ?? 0 }
    }
}
