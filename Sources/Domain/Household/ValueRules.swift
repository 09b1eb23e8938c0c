import Foundation
import Persistence

/// Rules for values that model files cannot express.
enum ValueRules {
    /// The maximum number of decimal places of an amount of money.
    static let decimalPlaces = 2

    /// Refuses a quantity with more decimal places than are stored exactly.
    ///
    /// - Throws: `PersistenceError.validation`.
    static func requireQuantity(
        _ value: AttributeValue, forKey key: String, of object: ManagedObject,
        in quantities: Set<String>
    ) throws {
        guard quantities.contains(key), let quantity = value.decimalValue,
            !Quantity.isKeptExactly(quantity)
        else { return }
        throw refusal(object, key, "\(key) has more than \(Quantity.decimalPlaces) decimal places")
    }

    /// Refuses amounts of money with fractions of cents for some keys.
    ///
    /// - Throws: `PersistenceError.validation`.
    static func requireCents(
        _ value: AttributeValue, forKey key: String, of object: ManagedObject, in keys: Set<String>
    ) throws {
        // The type is checked first, since most properties of a new object have another one.
        guard case .decimal(let amount) = value, keys.contains(key), !Money.hasCentsAtMost(amount)
        else { return }
        throw refusal(object, key, "\(key) has more than \(decimalPlaces) decimal places")
    }

    /// Refuses texts with a card number for some keys.
    ///
    /// - Throws: `PersistenceError.validation`.
    static func refuseCards(
        _ value: AttributeValue, forKey key: String, of object: ManagedObject, in keys: Set<String>
    ) throws {
        guard case .string(let text) = value, keys.contains(key), CardNumber.isCertain(in: text)
        else { return }
        throw refusal(object, key, "\(key) \(CardNumber.refusal)")
    }

    static func refusal(
        _ object: ManagedObject, _ key: String, _ reason: String
    ) -> PersistenceError {
        .validation([object.fault(.managedObjectValidation, key: key, reason: reason)])
    }
}
