import Foundation
import Persistence

/// Rules of values that no model file can state.
enum ValueRules {
    /// The most places after the decimal mark that an amount of money has.
    static let decimalPlaces = 2

    /// Refuses a quantity with more decimal places than are kept exactly.
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

    /// Refuses amounts of money with more than cents under some keys.
    ///
    /// - Throws: `PersistenceError.validation`.
    static func requireCents(
        _ value: AttributeValue, forKey key: String, of object: ManagedObject, in keys: Set<String>
    ) throws {
        // Of most properties of a new object the value says already that there is nothing to look up.
        guard case .decimal(let amount) = value, keys.contains(key), !Money.hasCentsAtMost(amount)
        else { return }
        throw refusal(object, key, "\(key) has more than \(decimalPlaces) decimal places")
    }

    /// Refuses texts with the number of a card under some keys.
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
