import Persistence

/// Rules of the sales that no model file can state.
enum SalesRules {
    /// Checks a value that is about to be saved.
    ///
    /// - Parameters:
    ///   - amounts: the keys of amounts of money.
    ///   - quantities: the keys of quantities.
    ///   - texts: the keys of texts in which nothing may look like the number of a card.
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
