extension ItemDetails {
    /// The fields that are folded away in the form of an item, in their order.
    static let fields = [
        RecordField(
            "quantity", "Quantity", .integer(quantities),
            hint: "How many; totals count all of them"),
        RecordField(
            "container", "In another item", .line(limit: 300),
            hint: "The number of the item that it is in, as A-0007; it moves with that item"),
        RecordField("manufacturer", "Maker", .line(limit: 100)),
        RecordField("modelNumber", "Model", .line(limit: 100)),
        RecordField("purchaseDate", "Bought on", .day),
        RecordField("purchasePrice", "Price paid", .money),
        RecordField("seller", "Bought from", .line(limit: 100)),
        RecordField(
            "replacementValue", FormText.label(of: "replacementValue"), .money,
            hint: "What a new one would cost today, with cents"),
        RecordField(
            "warrantyUntil", "Warranty until", .line(limit: 40),
            hint: "A day, “3 years” from the purchase, or “for life”"),
        RecordField(
            "insurance", "Insured by", .line(limit: 200),
            hint: "The insurer, and the number of the policy"),
        RecordField(
            "itemNumber", "Number", .line(limit: 20),
            hint: "For labels, as A-0042. Leave empty for the next number"),
    ]

    static let quantities = 1...100_000

    /// The fields whose text is the value itself.
    static let plainFields = fields.filter { field in
        !["quantity", "container", "warrantyUntil", "itemNumber"].contains(field.name)
    }

    /// What a field has before anything is known.
    static func emptyText(_ field: RecordField) -> String { field.name == "quantity" ? "1" : "" }
}
