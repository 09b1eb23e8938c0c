import Foundation
import Persistence

/// Rules of the sales that no model file can state.
enum SalesRules {
    /// The most places after the decimal mark that an amount has.
    static let decimalPlaces = 2

    /// Checks a value that is about to be saved.
    ///
    /// - Parameters:
    ///   - amounts: the keys of amounts of money.
    ///   - texts: the keys of texts in which no card number may stand.
    /// - Throws: `PersistenceError.validation`.
    static func check(
        _ value: AttributeValue, forKey key: String, of object: ManagedObject,
        amounts: Set<String> = [], texts: Set<String> = []
    ) throws {
        if amounts.contains(key), let amount = value.amount, !Money.hasCentsAtMost(amount) {
            throw fault(
                object, key, "\(key) has more than \(decimalPlaces) decimal places")
        }
        if texts.contains(key), case .string(let text) = value,
            CardNumber.looksLikeCardNumber(text)
        {
            throw fault(object, key, "\(key) \(CardNumber.refusal)")
        }
    }

    private static func fault(
        _ object: ManagedObject, _ key: String, _ reason: String
    ) -> PersistenceError {
        .validation([object.fault(.managedObjectValidation, key: key, reason: reason)])
    }
}

extension AttributeValue {
    /// The number of an amount of money, whichever way the store gave it; nil for anything else.
    var amount: Decimal? {
        switch self {
        case .decimal(let value): value
        case .integer(let value): Decimal(value)
        default: nil
        }
    }
}
