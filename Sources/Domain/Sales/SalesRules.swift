import Persistence

/// Validation rules of sales that the model cannot express.
enum SalesRules {
    /// Validates a value.
    ///
    /// - Parameters:
    ///   - amounts: the keys of amounts of money.
    ///   - quantities: the keys of quantities.
    ///   - texts: the keys of texts that must not contain a card number.
    /// - Throws: `PersistenceError.validation`.
    static func check(
        _ value: AttributeValue, forKey key: String, of object: ManagedObject,
        amounts: Set<String> = [], quantities: Set<String> = [], texts: Set<String> = []
    ) throws {
        try ValueRules.requireCents(value, forKey: key, of: object, in: amounts)
        try ValueRules.requireQuantity(value, forKey: key, of: object, in: quantities)
        if texts.contains(key), case .string(let text) = value,
            CardNumber.looksLikeCardNumber(text)
        {
            throw ValueRules.refusal(object, key, "\(key) \(CardNumber.refusal)")
        }
    }
}
