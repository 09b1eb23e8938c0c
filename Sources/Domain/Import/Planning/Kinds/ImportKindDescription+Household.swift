/// The kinds of a household's records.
extension ImportKindDescription {
    static let items = ImportKindDescription(
        columns: [
            .itemKey, .itemName, .serialNumber, .valueInDollars, .dateCreated, .orderingValue,
            .assetType, .soldDate, .lastSeen, .lastSeenBy, .notes,
        ] + ImportKind.detailColumns + [
            .fields, .files, .lentTo, .lentSince, .lentUntil, .care, .lentNotes, .formerLoans,
            .formerValues,
        ], identifyingColumns: [.itemName],
        synonyms: [
            .itemKey: ["hbimportref"], .notes: ["note", "hbnotes"],
            .quantity: ["qty", "pieces", "count", "hbquantity"],
        ], entities: [.item, .assetType],
        recognizes: {
            // The name of this column is unique.
            if $0.contains("itemname") { return true }
            guard $0.has(.items, .itemName) else { return false }
            return $0.has(.items, .serialNumber, .valueInDollars)
                && $0.has(.items, .itemKey, .serialNumber, .assetType, .dateCreated)
                || $0.has(
                    .items, .location, .container, .itemNumber, .warrantyUntil, .insurance,
                    .replacementValue)
        }, work: { try $0.importItems() })

    static let assetTypes = ImportKindDescription(
        columns: [.label, .template], identifyingColumns: [.label], words: "asset types",
        entities: [.item, .assetType], recognizes: { $0.has(.assetTypes, .label) },
        work: { try $0.importAssetTypes() })

    static let groceries = ImportKindDescription(
        columns: [.key, .name, .quantity, .unit, .isTicked, .orderingValue],
        identifyingColumns: [.name],
        synonyms: [
            .name: ["grocery", "item", "article", "product"],
            .quantity: ["qty", "amount", "count"],
        ], entities: [.groceryItem],
        recognizes: {
            $0.has(.groceries, .name) && $0.has(.groceries, .unit, .isTicked)
                // Products have units too, but also prices.
                && !$0.has(.products, .price, .retiredAt)
        }, work: { try $0.importGroceries() })

    static let books = ImportKindDescription(
        columns: [.title, .author, .isbn, .price, .category], identifyingColumns: [.title],
        entities: [.book, .bookCategory],
        recognizes: {
            $0.has(.books, .title)
                && ($0.has(.books, .author, .isbn)
                    // Products may have titles too.
                    || $0.has(.books, .price, .category) && !$0.has(.products, .sku, .barcode))
        },
        work: { try $0.importBooks() })

    static let places = ImportKindDescription(
        columns: [.name, .source], identifyingColumns: [.name],
        synonyms: [.name: ["place", "places", "placename", "folder"]], entities: [.place],
        recognizes: { header in
            // A list of photos has places too, but unlike this one also titles.
            !header.contains("title")
                && ["place", "places", "placename", "folder", "source"].contains(
                    where: header.contains)
                && header.has(.places, .name)
        }, work: { try $0.importPlaces() })
}

extension ImportKind {
    static let detailColumns = [ImportColumn]([
        .location, .container, .tags, .itemNumber, .quantity, .manufacturer, .modelNumber,
        .purchaseDate, .purchasePrice, .seller, .replacementValue, .warrantyUntil, .insurance,
    ]).including(Item.plainTexts)
}

extension [ImportColumn] {
    /// The columns, followed by missing ones for described texts.
    func including(_ fields: [FieldDescription]) -> [ImportColumn] {
        self + fields.map { ImportColumn($0) }.filter { !contains($0) }
    }
}
