/// What the rows of a file are.
public enum ImportKind: String, Sendable, Hashable, Codable, CaseIterable {
    case customers
    case products
    case sales
    /// Lines of sales, with the sale, and perhaps its customer, repeated on each.
    case lines

    /// The columns that are read, in the order in which an export has them.
    public var columns: [ImportColumn] {
        switch self {
        case .customers: [.id, .name, .emailid, .contactno] + Self.cardColumns
        case .products: [.id, .name, .price, .retiredAt]
        case .sales: [.number] + Self.saleColumns
        case .lines:
            [.number, .position] + Self.saleColumns
                + [.product, .productName, .quantity, .unitPrice, .itemKey]
        }
    }

    /// The columns of what is kept of a customer's card.
    static let cardColumns: [ImportColumn] = [
        .cardBrand, .cardLastFour, .cardHolder, .cardExpiry,
    ]

    /// The columns that say something about a sale, besides its number.
    static let saleColumns: [ImportColumn] = [
        .date, .customer, .customerName, .emailid, .contactno, .returnOf, .voidedAt, .voidReason,
    ]

    /// The columns of which one at least tells the record of a row.
    var identifyingColumns: [ImportColumn] {
        switch self {
        case .customers, .products: [.id, .name]
        case .sales: [.number]
        case .lines: [.product, .productName]
        }
    }

    /// The kind that a header is of; nil if it does not say.
    init?(header: [String]) {
        func has(_ kind: ImportKind, _ columns: ImportColumn...) -> Bool {
            let found = ImportHeader(header, kind: kind).columns
            return columns.contains { found.contains($0) }
        }
        if has(.lines, .product, .productName), has(.lines, .quantity, .unitPrice, .position) {
            self = .lines
        } else if has(.sales, .number), has(.sales, .date, .voidedAt, .voidReason) {
            self = .sales
        } else if has(.customers, .name, .id),
            has(
                .customers, .emailid, .contactno, .cardBrand, .cardLastFour, .cardHolder,
                .cardExpiry)
        {
            self = .customers
        } else if has(.products, .name, .id), has(.products, .price, .retiredAt) {
            self = .products
        } else {
            return nil
        }
    }
}
