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
        let found =
            ImportOrigin(header)?.kind
            ?? Self.recognitionOrder.first { $0.description.recognizes(names) }
        guard let found else { return nil }
        self = found
    }
}

/// What an import has to know of a kind, all in one place: a new kind is one of these, and what
/// it does with its rows.
struct ImportKindDescription: Sendable {
    /// The columns that are read, in the order in which an export has them.
    let columns: [ImportColumn]
    /// The columns of which one at least tells the record of a row.
    let identifyingColumns: [ImportColumn]
    /// What the rows are, in words; nil for the name of the kind.
    var words: String?
    /// What columns are called in such files, where that is not what they are called in others.
    var synonyms: [ImportColumn: [String]] = [:]
    /// What columns may be called, where nothing else in a file is theirs, the likeliest first.
    var guesses: [ImportColumn: [String]] = [:]
    /// What forms call fields, where that is not what they are called in others.
    var labels: [ImportColumn: String] = [:]
    /// The entities whose records such an import reads.
    let entities: Set<EntityName>
    /// What an import of the kind goes by.
    let bases: Set<ImportBasis>
    /// Whether a long table of it is imported in parts. Default: true.
    var comesInParts = true
    /// Whether a header is of the kind, if it is of none before it.
    let recognizes: @Sendable (HeaderNames) -> Bool
    /// Does what the rows say.
    let work: @Sendable (Importer) throws -> Void
}

/// The names in a header, which may be those of any kind.
struct HeaderNames {
    /// The names, in the order of the file.
    let all: [String]

    init(_ names: [String]) {
        all = names
    }

    /// Whether one of some columns is among them, in a file of a kind.
    func has(_ kind: ImportKind, _ columns: ImportColumn...) -> Bool {
        let found = ImportHeader(all, kind: kind, guesses: false).columns
        return columns.contains { found.contains($0) }
    }

    /// Whether a name is among them, however it is written.
    func contains(_ name: String) -> Bool {
        all.contains { ImportColumn.simplified($0) == name }
    }
}

/// Records that an import depends on: if some of them change meanwhile, it is done again.
enum ImportBasis: Sendable, Hashable, CaseIterable {
    /// Customers, products and sales, with their lines.
    case sales
    /// Items and their types.
    case items
    case groceries
    /// Books and their categories.
    case books
    case places
}
