import Domain

extension ItemDetails {
    /// The fields that are folded away in the form of an item, in their order.
    static let fields = Item.description.fields

    /// The fields whose text is the value itself.
    static let plainFields = fields.filter { !Item.specialFields.contains($0.name) }

    /// The plain texts that pages, tables and documents do not name: a new one comes behind the others.
    static let furtherTexts = Item.plainTexts.filter {
        !["manufacturer", "modelNumber", "seller", "insurance"].contains($0.name)
    }

    /// What a field has before anything is known.
    static func emptyText(_ field: FieldDescription) -> String {
        field.name == "quantity" ? "1" : ""
    }
}
