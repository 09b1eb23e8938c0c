public import Persistence

extension Item {
    /// What the item has in a field; nil for nothing.
    public func fieldValue(_ field: ItemField) -> ItemFieldValue? {
        fieldValues.first { $0.field === field }
    }

    /// Gives the item a value in a field; nil takes it away. A value that is there already stays as it is.
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
