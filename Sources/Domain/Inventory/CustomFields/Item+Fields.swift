public import Persistence

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
