import Persistence

extension Item: DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .item, "item", "items",
        fields: [
            FieldDescription(
                "itemName", "Name", .line(limit: 200), isRequired: true,
                hint: "What you would call it: “Walnut sideboard”, “Mum’s camera”",
                cardGuard: .certain, copying: .counted),
            FieldDescription(
                "valueInDollars", "What you say it is worth", .wholeMoney,
                hint: "A whole amount. The price of a new one counts instead, if you enter it",
                cardGuard: .certain, isBesideNext: true),
            FieldDescription(
                "serialNumber", "Serial number", .line(limit: 100),
                hint: "Usually on the back or underneath", cardGuard: .never, copying: .numbered,
                isCode: true),
            FieldDescription(
                "assetType", "Type",
                .reference(
                    RecordReference(
                        entityName: "AssetType", label: "label", noun: "type", none: "No type"))),
            FieldDescription(
                "location", "Location",
                .reference(
                    RecordReference(
                        entityName: "Location", label: "name", noun: "location",
                        none: "No location", options: { try LocationTree(in: $0).choices },
                        takesNewLocation: true))),
            FieldDescription(
                "tags", "Tags", .line(limit: 1_000),
                hint: "Separate them with commas: fragile, inherited", cardGuard: .certain,
                spelling: .tags),
            FieldDescription(
                "notes", "Notes", .text(limit: 10_000),
                hint: "Anything else, such as what belongs to it", cardGuard: .certain, lines: 3),
        ],
        detailsLabel: "Purchase, warranty and more",
        details: [
            FieldDescription(
                "quantity", "Quantity", .integer(quantities),
                hint: "How many; totals count all of them", numberIfEmpty: 1),
            FieldDescription(
                "container", "In another item", .item,
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
                importedFrom: ["warranty", "warrantyexpires", "hbwarrantyexpires"],
                spelling: .warranty),
            FieldDescription(
                "insurance", "Insured by", .line(limit: 200),
                hint: "The insurer, and the number of the policy",
                importedFrom: ["insurer", "policy", "insuredby"], cardGuard: .certain),
            FieldDescription(
                "itemNumber", "Number", .line(limit: 20),
                hint: "For labels, as A-0042. Leave empty for the next number",
                importedFrom: ["assetid", "assetnumber", "hbassetid"], copying: .numbered,
                spelling: .itemNumber),
        ])

    /// The valid quantities of an item.
    public static let quantities = 1...100_000

    /// The texts besides the name, the serial number and the notes.
    public static let plainTexts = description.texts(except: ["itemName", "serialNumber", "notes"])
}

extension FieldSpelling {
    /// The tags of an item: `fragile, inherited`.
    fileprivate static let tags = FieldSpelling(of: Item.self) { item, _ in
        item.tagLabels.map(\.name).joined(separator: ", ")
    } set: { item, text, _ in
        let names = Tag.names(in: text)
        if let name = names.first(where: { $0.count > 100 }) {
            throw FieldFault("“\(name.prefix(40))…” is longer than 100 characters")
        }
        guard let context = item.managedObjectContext else { return }
        item.setTags(try Tag.named(names, in: context))
    }

    /// The end of a warranty. “3 years” counts from the purchase, or from today if its day is unknown.
    fileprivate static let warranty = FieldSpelling(of: Item.self) { item, region in
        item.warranty.map { warranty in
            region.map(warranty.fieldText) ?? warranty.text
        } ?? ""
    } set: { item, text, region in
        guard !text.isEmpty else { return item.warranty = nil }
        let start = item.purchaseDate.map(CalendarDay.init) ?? .today()
        item.warranty = try Warranty(parsing: text, from: start, by: region)
    }

    /// The number of an item: `A-0042`. A cleared one stays, because it may be on a label.
    fileprivate static let itemNumber = FieldSpelling(of: Item.self, isAutomatic: true) { item, _ in
        ItemNumber.text(item.itemNumber)
    } set: { item, text, _ in
        guard !text.isEmpty, let context = item.managedObjectContext else { return }
        guard let number = ItemNumber.parse(text) else {
            throw FieldFault("“\(text)” is not an item number, such as A-0042")
        }
        if let other = try Item.find(number: number, in: context), other !== item {
            throw FieldFault("“\(other.itemName ?? "")” has \(ItemNumber.text(number))")
        }
        item.itemNumber = number
    }
}
