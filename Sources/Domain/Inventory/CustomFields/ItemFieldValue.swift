public import Persistence

/// The value of an item's custom field.
public final class ItemFieldValue: ManagedObject {
    /// Raises the item's version, so that edits in other windows conflict.
    override public func willSave() {
        if !isDeleted { item?.raiseVersion() }
    }

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }

    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["text"])
    }
}

extension ItemFieldValue {
    /// Values of items that are not trashed.
    public static let isListed: FetchPredicate = .key("item.trashedDate") == nil
}
