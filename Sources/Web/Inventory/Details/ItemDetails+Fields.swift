import Domain

extension ItemDetails {
    /// The fields in the collapsed part of the item form, in their order.
    static let fields = Item.description.fields

    /// The fields whose text is the value itself.
    static let plainFields = fields.filter { !Item.specialFields.contains($0.name) }

    /// The plain texts that pages, tables and documents do not list by name. A new attribute is
    /// added after the others.
    static let furtherTexts = Item.plainTexts.filter {
        !["manufacturer", "modelNumber", "seller", "insurance"].contains($0.name)
    }

    /// The text of a field without a value.
    static func emptyText(_ field: FieldDescription) -> String {
        field.name == "quantity" ? "1" : ""
    }
}
