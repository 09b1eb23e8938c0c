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

extension Item {
    /// The item's value of a field; nil for none.
    public func fieldValue(_ field: ItemField) -> ItemFieldValue? {
        fieldValues.first { $0.field === field }
    }

    /// Sets the item's value of a field; nil removes it. An equal value stays unchanged.
    public func setValue(
        _ reading: ItemFieldReading?, of field: ItemField, in context: ManagedObjectContext
    ) {
        let present = fieldValue(field)
        guard let reading else {
            if let present {
                fieldValues.remove(present)
                context.delete(present)
            }
            return
        }
        guard present?.text != reading.text else { return }
        let value = present ?? ItemFieldValue(context: context)
        value.text = reading.text
        value.number = reading.number
        value.date = reading.date
        if present == nil {
            value.field = field
            value.item = self
        }
    }
}
