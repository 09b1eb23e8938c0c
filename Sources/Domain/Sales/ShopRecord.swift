public import Foundation
public import Persistence

/// The rules for the values of the shop's records that the model cannot express.
struct SalesRules {
    /// The keys of amounts of money, in whole cents.
    var amounts: Set<String> = []
    /// The keys of quantities.
    var quantities: Set<String> = []
    /// The keys of texts that must not look like they contain a card number.
    var texts: Set<String> = []
    /// The keys of texts that must not certainly contain one. Others often have such digits.
    var longTexts: Set<String> = []

    /// - Throws: `PersistenceError.validation`.
    func check(_ value: AttributeValue, forKey key: String, of object: ManagedObject) throws {
        try ValueRules.requireCents(value, forKey: key, of: object, in: amounts)
        try ValueRules.requireQuantity(value, forKey: key, of: object, in: quantities)
        try ValueRules.refuseCards(value, forKey: key, of: object, in: longTexts)
        if texts.contains(key), case .string(let text) = value,
            CardNumber.looksLikeCardNumber(text)
        {
            throw ValueRules.refusal(object, key, "\(key) \(CardNumber.refusal)")
        }
    }
}

/// A record of the shop, with rules for its values.
public class ShopRecord: ManagedObject {
    class var rules: SalesRules { SalesRules() }

    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try Self.rules.check(value, forKey: key, of: self)
    }
}

/// A record of the shop that sales refer to. If it is no longer offered, it is retired, and past
/// sales keep it.
public protocol Retirable: ManagedObject {
    var retiredAt: Date? { get set }
}

extension Retirable {
    /// Whether it is no longer offered.
    public var isRetired: Bool { retiredAt != nil }

    /// Retires it.
    public func retire(at date: Date = Date()) {
        if retiredAt == nil { retiredAt = date }
    }

    /// Offers it again.
    public func unretire() {
        retiredAt = nil
    }
}

extension Array where Element: Retirable {
    /// The same records in their order, retired ones last.
    var retiredLast: [Element] { filter { !$0.isRetired } + filter(\.isRetired) }
}
