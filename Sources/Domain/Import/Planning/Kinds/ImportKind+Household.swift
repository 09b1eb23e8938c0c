import Foundation

/// The kinds of a household's records.
extension ImportKind {
    public static let items = ImportKind(
        rawValue: "items",
        columns: [
            .itemKey, .itemName, .serialNumber, .valueInDollars, .dateCreated, .orderingValue,
            .assetType, .soldDate, .lastSeen, .lastSeenBy, .notes,
        ] + detailColumns + [
            .fields, .files, .lentTo, .lentSince, .lentUntil, .care, .lentNotes, .formerLoans,
            .formerValues,
        ], identifyingColumns: [.itemName],
        synonyms: [
            .itemKey: ["hbimportref"], .notes: ["note", "hbnotes"],
            .quantity: ["qty", "pieces", "count", "hbquantity"],
        ], description: Item.description,
        reads: [.item: ["itemName", "itemKey", "serialNumber"], .assetType: ["label"]],
        numbering: RowNumbering(
            number: { $0.text(.itemNumber).flatMap(ItemNumber.imported) },
            raise: { try ItemNumbering.raise(to: $0, in: $1) }), rank: 0,
        recognizes: {
            // The name of this column is unique.
            if $0.contains("itemname") { return true }
            guard $0.has(.itemName) else { return false }
            return $0.has(.serialNumber, .valueInDollars)
                && $0.has(.itemKey, .serialNumber, .assetType, .dateCreated)
                || $0.has(
                    .location, .container, .itemNumber, .warrantyUntil, .insurance,
                    .replacementValue)
        }, work: { try $0.importItems() })

    public static let assetTypes = ImportKind(
        rawValue: "assetTypes",
        columns: [.label, .template], identifyingColumns: [.label], plural: "asset types",
        reads: [.item: ["itemName", "itemKey", "serialNumber"], .assetType: ["label"]], rank: 9,
        recognizes: { $0.has(.label) },
        work: { try $0.importAssetTypes() })

    public static let groceries = ImportKind(
        rawValue: "groceries",
        columns: [.key, .name, .quantity, .unit, .isTicked, .orderingValue],
        identifyingColumns: [.name],
        synonyms: [
            .name: ["grocery", "item", "article", "product"],
            .quantity: ["qty", "amount", "count"],
        ], description: GroceryItem.description, reads: [.groceryItem: ["name", "unit"]],
        recognizes: {
            $0.has(.name) && $0.has(.unit, .isTicked)
                // Products have units too, but also prices.
                && !$0.has(in: .products, .price, .retiredAt)
        }, work: { try $0.importGroceries() })

    public static let books = ImportKind(
        of: Book.self,
        recognizes: {
            $0.has(.title)
                && ($0.has(.author, .isbn)
                    // Products may have titles too.
                    || $0.has(.price, .category) && !$0.has(in: .products, .sku, .barcode))
        },
        completing: { book, importer in
            guard importer.row.isNew, !importer.file.columns.contains(.price) else { return }
            book.price = 0
            importer.row.note("its price is 0: the file has no prices")
        })

    public static let places = ImportKind(
        rawValue: "places",
        columns: [.name, .source], identifyingColumns: [.name],
        synonyms: [.name: ["place", "places", "placename", "folder"]], reads: [.place: ["name"]],
        rank: 8,
        recognizes: { header in
            // A list of photos has places too, but unlike this one also titles.
            !header.contains("title")
                && ["place", "places", "placename", "folder", "source"].contains(
                    where: header.contains)
                && header.has(.name)
        }, work: { try $0.importPlaces() })
}

extension ImportKind {
    fileprivate static let detailColumns = [ImportColumn]([
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
