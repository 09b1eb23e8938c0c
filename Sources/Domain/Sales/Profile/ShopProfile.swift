public import Foundation
public import Persistence

/// The shop's details on receipts and the defaults of its sales: a single record.
public final class ShopProfile: ShopRecord {
    /// The patterns of receipts, invoices and quotes.
    private static let patterns: Set<String> = ["receiptPattern", "invoicePattern", "quotePattern"]

    override class var rules: SalesRules {
        SalesRules(longTexts: ["name", "address", "footer", "invoiceNote"])
    }

    /// Rejects ambiguous patterns.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        if Self.patterns.contains(key), case .string(let text) = value {
            do throws(NumberPatternFault) {
                _ = try NumberPattern(text)
            } catch {
                throw ValueRules.refusal(self, key, "\(key) \(error)")
            }
        }
        try super.validate(value, forKey: key)
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

/// The texts with which a shop presents itself on papers. An invoice keeps them as they were when it was issued.
public struct ShopDetails: Codable, Sendable, Hashable {
    /// The name of the shop; empty for none.
    public var name = ""
    /// The lines of the address and further details, such as a telephone number.
    public var address: [String] = []
    /// The contact details, a line each: an e-mail address, a telephone number.
    public var contact: [String] = []
    /// The two-letter country code; empty for none.
    public var countryCode = ""
    /// The tax number; empty for none.
    public var taxNumber = ""
    /// The account for payments of invoices; empty for none.
    public var iban = ""
    /// The note on all invoices; empty for none.
    public var note = ""
    /// The lines at the end. By default a receipt says thanks.
    public var footer: [String] = []

    /// Empty details.
    public init() {}

    /// Fills what is empty from the profile of the shop.
    public mutating func complete(with profile: ShopProfile) {
        func lines(_ text: String?) -> [String] {
            (text ?? "").split(separator: "\n").map(String.init)
        }
        if name.isEmpty { name = profile.name ?? "" }
        if address.isEmpty { address = lines(profile.address) }
        if taxNumber.isEmpty { taxNumber = profile.taxNumber ?? "" }
        if footer.isEmpty { footer = lines(profile.footer) }
        contact = [profile.contactno, profile.emailid].compactMap(\.self)
        countryCode = profile.countryCode ?? ""
        iban = profile.iban ?? ""
        note = profile.invoiceNote ?? ""
    }
}
