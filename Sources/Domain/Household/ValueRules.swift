import Foundation
public import Persistence

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

extension ValidationFault {
    /// The fault as the end of a sentence that begins with the name of the field: `it is too
    /// short`.
    public var messageAboutValue: String {
        if let patternMessage { return patternMessage }
        guard let key, !key.isEmpty, reason.hasPrefix(key + " ") else { return reason }
        return "it" + reason.dropFirst(key.count)
    }

    /// The meaning of a pattern for people.
    private var patternMessage: String? {
        guard code == .stringPatternMatching else { return nil }
        return switch key {
        case "emailid": "enter an e-mail address, for example anna@example.org"
        case "contactno":
            "enter a phone number, for example +49 171 5556677"
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible and without use in texts: a control character, or one
    /// that changes the direction of the text after it. Joiners are not: emoji and some scripts
    /// need them.
    public var isUnseen: Bool {
        switch value {
        case 0x200B, 0x2060, 0xFEFF: true
        // Embeddings, overrides and isolates of text in another direction.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension String {
    /// The text without such characters, except for line ends and tabs.
    public var withoutUnseen: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { !$0.isUnseen || $0 == "\n" || $0 == "\t" }))
    }

    /// Whether the text has no visible characters.
    public var isUnseen: Bool {
        unicodeScalars.allSatisfy {
            $0.isUnseen || $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
    }
}
