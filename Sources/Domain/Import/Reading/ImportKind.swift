/// What the rows of a file are.
public enum ImportKind: String, Sendable, Hashable, Codable, CaseIterable {
    case customers
    case products
    case sales
    /// Lines of sales, with the sale, and perhaps its customer, repeated on each.
    case lines
    /// Items of the inventory.
    case items
    case assetTypes
    /// What is on the shopping list.
    case groceries
    case books
    /// Folders of photographs.
    case places

    /// The columns that are read, in the order in which an export has them.
    public var columns: [ImportColumn] {
        switch self {
        case .customers:
            [.id, .name, .emailid, .contactno] + Self.cardColumns + Self.contactColumns
        case .products:
            [
                .id, .name, .price, .retiredAt, .sku, .barcode, .unit, .category, .taxRate,
                .cost, .stock, .lowStock,
            ]
        case .sales: [.number] + Self.saleColumns
        case .lines:
            [.number, .position] + Self.saleColumns
                + [
                    .product, .productName, .quantity, .unitPrice, .discount, .taxRate,
                    .saleDiscount, .itemKey, .cost,
                ]
        case .items:
            [
                .itemKey, .itemName, .serialNumber, .valueInDollars, .dateCreated, .orderingValue,
                .assetType, .soldDate, .notes,
            ] + Self.detailColumns + [
                .fields, .files, .lentTo, .lentSince, .lentUntil, .care, .lentNotes, .formerLoans,
                .formerValues,
            ]
        case .assetTypes: [.label]
        case .groceries: [.key, .name, .quantity, .unit, .isTicked, .orderingValue]
        case .books: [.title, .price, .category]
        case .places: [.name, .source]
        }
    }

    /// The columns of what is rarely known of an item.
    static let detailColumns: [ImportColumn] = [
        .location, .container, .tags, .itemNumber, .quantity, .manufacturer, .modelNumber,
        .purchaseDate,
        .purchasePrice, .seller, .replacementValue, .warrantyUntil, .insurance,
    ]

    /// The columns of what is kept of a customer's card.
    static let cardColumns: [ImportColumn] = [
        .cardBrand, .cardLastFour, .cardHolder, .cardExpiry,
    ]

    /// The columns of how to reach a customer besides, and of what else there is to say.
    static let contactColumns: [ImportColumn] = [
        .numbers, .addresses, .street, .postalCode, .city, .region, .countryCode, .tags, .taxNumber,
        .notes, .consentedAt, .consentNote,
    ]

    /// The columns that say something about a sale, besides its number.
    static let saleColumns: [ImportColumn] = [
        .date, .customer, .customerName, .emailid, .contactno, .returnOf, .voidedAt, .voidReason,
        .time, .note, .isWalkIn, .isOnAccount,
    ]

    /// The columns of which one at least tells the record of a row.
    var identifyingColumns: [ImportColumn] {
        switch self {
        case .customers, .products: [.id, .name]
        case .sales: [.number]
        case .lines: [.product, .productName]
        case .items: [.itemName]
        case .assetTypes: [.label]
        case .groceries, .places: [.name]
        case .books: [.title]
        }
    }

    /// The kind that a header is of; nil if it does not say.
    init?(header: [String]) {
        func has(_ kind: ImportKind, _ columns: ImportColumn...) -> Bool {
            let found = ImportHeader(header, kind: kind).columns
            return columns.contains { found.contains($0) }
        }
        // No other kind has a column of this name.
        let isOfItems = header.contains { ImportColumn.simplified($0) == "itemname" }
        if isOfItems || ImportOrigin(header) != nil {
            self = .items
        } else if has(.items, .itemName), has(.items, .serialNumber, .valueInDollars),
            has(.items, .itemKey, .serialNumber, .assetType, .dateCreated)
        {
            self = .items
        } else if has(.items, .itemName),
            has(.items, .location, .container, .itemNumber, .warrantyUntil, .insurance)
        {
            self = .items
        } else if has(.groceries, .name), has(.groceries, .unit, .isTicked),
            // Products have units, too, and prices.
            !has(.products, .price, .retiredAt)
        {
            self = .groceries
        } else if has(.books, .title), has(.books, .price, .category) {
            self = .books
        } else if has(.lines, .product, .productName), has(.lines, .quantity, .unitPrice, .position)
        {
            self = .lines
        } else if has(.sales, .number), has(.sales, .date, .voidedAt, .voidReason) {
            self = .sales
        } else if has(.customers, .name, .id),
            has(
                .customers, .emailid, .contactno, .cardBrand, .cardLastFour, .cardHolder,
                .cardExpiry, .numbers, .addresses, .street, .postalCode, .city, .taxNumber,
                .consentedAt,
                .consentNote)
        {
            self = .customers
        } else if has(.products, .name, .id), has(.products, .price, .retiredAt) {
            self = .products
        } else if Self.isOfPlaces(header), has(.places, .name) {
            self = .places
        } else if has(.assetTypes, .label) {
            self = .assetTypes
        } else {
            return nil
        }
    }

    /// A list of photos names their places too, and has their titles.
    private static func isOfPlaces(_ header: [String]) -> Bool {
        let names = Set(header.map(ImportColumn.simplified))
        return !names.contains("title")
            && !names.isDisjoint(with: ["place", "places", "placename", "folder", "source"])
    }

    /// What the rows are, in words: `asset types`.
    public var words: String { self == .assetTypes ? "asset types" : rawValue }
}
