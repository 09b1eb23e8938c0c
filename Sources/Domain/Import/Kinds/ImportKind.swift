/// What the rows of a file are.
///
/// What an import has to know of a kind is in its ``ImportKindDescription``.
public enum ImportKind: String, Sendable, Hashable, Codable, CaseIterable {
    case customers
    case products
    case sales
    /// Lines of sales, with the sale, and perhaps its customer, repeated on each.
    case lines
    /// What was paid for sales, and given back.
    case payments
    /// Steps of the stock's journal.
    case stock
    /// Lines of quotes, with the quote repeated on each.
    case quotes
    /// Invoices of sales, each with its number.
    case invoices
    /// Items of the inventory.
    case items
    case assetTypes
    /// What is on the shopping list.
    case groceries
    case books
    /// Folders of photographs.
    case places

    /// What an import has to know of the kind.
    var description: ImportKindDescription {
        switch self {
        case .customers: .customers
        case .products: .products
        case .sales: .sales
        case .lines: .lines
        case .payments: .payments
        case .stock: .stock
        case .quotes: .quotes
        case .invoices: .invoices
        case .items: .items
        case .assetTypes: .assetTypes
        case .groceries: .groceries
        case .books: .books
        case .places: .places
        }
    }

    /// The columns that are read, in the order in which an export has them.
    public var columns: [ImportColumn] { description.columns }

    /// The columns of which one at least tells the record of a row.
    public var identifyingColumns: [ImportColumn] { description.identifyingColumns }

    /// The entities whose records such an import reads.
    var entities: Set<EntityName> { description.entities }

    /// What an import of the kind goes by.
    var bases: Set<ImportBasis> { description.bases }

    /// What the rows are, in words: `asset types`.
    public var words: String { description.words ?? rawValue }

    /// The kinds in the order in which a header is compared with them: what it is of by a column that no other
    /// kind has goes before what a few common names make it.
    private static let recognitionOrder: [ImportKind] = [
        .items, .groceries, .books, .stock, .quotes, .lines, .invoices, .payments, .sales,
        .customers, .products, .places, .assetTypes,
    ]

    /// The kind that a header is of; nil if it does not say.
    init?(header: [String]) {
        let names = HeaderNames(header)
        let found = Self.recognitionOrder.first { $0.description.recognizes(names) }
        guard let found else { return nil }
        self = found
    }
}
