extension Item {
    /// The words for users, and the fields in the collapsed part of the form.
    public static let description = RecordDescription(
        .item, "item", "items",
        fields: [
            FieldDescription(
                "quantity", "Quantity", .integer(quantities),
                hint: "How many; totals count all of them"),
            FieldDescription(
                "container", "In another item", .line(limit: 300),
                hint: "The number of the item that it is in, as A-0007; it moves with that item",
                importedFrom: ["hbparentimportref"]),
            FieldDescription(
                "manufacturer", "Maker", .line(limit: 100),
                importedFrom: ["maker", "brand", "make", "hbmanufacturer"], cardGuard: .certain),
            FieldDescription(
                "modelNumber", "Model", .line(limit: 100),
                importedFrom: ["modelno", "modelname", "hbmodelnumber"], cardGuard: .certain),
            FieldDescription(
                "purchaseDate", "Bought on", .day,
                importedFrom: [
                    "bought", "boughton", "datepurchased", "hbpurchasedate", "hbpurchasetime",
                ]),
            FieldDescription(
                "purchasePrice", "Price paid", .money,
                importedFrom: [
                    "price", "cost", "purchasecost", "pricepaid", "paid", "hbpurchaseprice",
                ]),
            FieldDescription(
                "seller", "Bought from", .line(limit: 100),
                importedFrom: [
                    "shop", "store", "boughtfrom", "purchasedfrom", "supplier", "hbpurchasefrom",
                ]),
            FieldDescription(
                "replacementValue", "Price of a new one", .money,
                hint: "What the same would cost new today",
                importedFrom: ["replacementcost", "replacement", "priceofanewone"]),
            FieldDescription(
                "warrantyUntil", "Warranty until", .line(limit: 40),
                hint: "A day, “3 years” from the purchase, or “for life”",
                importedFrom: ["warranty", "warrantyexpires", "hbwarrantyexpires"]),
            FieldDescription(
                "insurance", "Insured by", .line(limit: 200),
                hint: "The insurer, and the number of the policy",
                importedFrom: ["insurer", "policy", "insuredby"], cardGuard: .certain),
            FieldDescription(
                "itemNumber", "Number", .line(limit: 20),
                hint: "For labels, as A-0042. Leave empty for the next number",
                importedFrom: ["assetid", "assetnumber", "hbassetid"], copying: .numbered),
        ])

    /// The value of a copy in a field of the item form.
    public static func copying(_ field: String) -> FieldDescription.Copying {
        switch field {
        case "itemName": .counted
        case "serialNumber": .numbered
        default: description.fields.first { $0.name == field }?.copying ?? .same
        }
    }

    /// The valid quantities of an item.
    public static let quantities = 1...100_000

    /// The fields whose text is not the value itself.
    public static let specialFields: Set = ["quantity", "container", "warrantyUntil", "itemNumber"]

    /// The text fields whose text is the value itself.
    public static let plainTexts = description.texts(except: specialFields)
}
