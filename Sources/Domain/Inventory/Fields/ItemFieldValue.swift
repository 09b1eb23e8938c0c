public import Persistence

/// What an item has in a property of the household's own.
public final class ItemFieldValue: ManagedObject {
    /// Other windows that show the item are told.
    override public func willSave() {
        if !isDeleted { item?.raiseVersion() }
    }

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }

    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["text"])
    }
}

extension ItemFieldValue {
    /// The condition of the values of items that are not in the trash.
    public static let isListed: FetchPredicate = .key("item.trashedDate") == nil
}
