import Persistence

/// Rules of the inventory that no model file can state.
enum InventoryRules {
    /// Checks a value that is about to be saved: names are no place for the number of a card. Serial
    /// numbers are not looked at, because those of phones look the same.
    ///
    /// - Throws: `PersistenceError.validation`.
    static func check(_ value: AttributeValue, forKey key: String, of object: ManagedObject) throws
    {
        guard ["itemName", "label"].contains(key), case .string(let text) = value,
            CardNumber.isCertain(in: text)
        else { return }
        let reason = "\(key) \(CardNumber.refusal)"
        throw PersistenceError.validation([
            object.fault(.managedObjectValidation, key: key, reason: reason)
        ])
    }
}
