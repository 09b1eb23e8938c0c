/// The kind of records in the rows of a file.
///
/// Its properties are in its ``ImportKindDescription``.
public enum ImportKind: String, Sendable, Hashable, Codable, CaseIterable {
    case customers
    case products
    case sales
    /// Lines of sales, with the sale, and perhaps its customer, repeated on each.
    case lines
    /// Payments and repayments of sales.
    case payments
    /// Entries of stocks.
    case stock
    /// Items of the inventory.
    case items
    case assetTypes
    /// Items on the shopping list.
    case groceries
    case books
    /// Folders of photos.
    case places

    var description: ImportKindDescription {
        switch self {
        case .customers: .customers
        case .products: .products
        case .sales: .sales
        case .lines: .lines
        case .payments: .payments
        case .stock: .stock
        case .items: .items
        case .assetTypes: .assetTypes
        case .groceries: .groceries
        case .books: .books
        case .places: .places
        }
    }

    /// The accepted columns, in the order of an export.
    public var columns: [ImportColumn] { description.columns }

    /// The columns that can identify the record of a row, of which at least one is needed.
    public var identifyingColumns: [ImportColumn] { description.identifyingColumns }

    /// The entities that such an import reads.
    public var entities: Set<EntityName> { description.entities }

    /// The plural in words: `asset types`.
    public var words: String { description.words ?? rawValue }

    /// The order in which a header is compared with kinds: those with a unique column come before
    /// those recognized by common names.
    private static let recognitionOrder: [ImportKind] = [
        .items, .groceries, .books, .stock, .lines, .payments, .sales, .customers, .products,
        .places, .assetTypes,
    ]

    /// The kind of a header; nil if it is unclear.
    init?(header: [String]) {
        let names = HeaderNames(header)
        // Exported quotes and invoices look like sales.
        guard !names.isOfPapers else { return nil }
        let found =
            ImportOrigin(header)?.kind
            ?? Self.recognitionOrder.first { $0.description.recognizes(names) }
        guard let found else { return nil }
        self = found
    }
}

/// The properties of a kind and its import.
struct ImportKindDescription: Sendable {
    /// The accepted columns, in the order of an export.
    let columns: [ImportColumn]
    /// The columns that can identify the record of a row, of which at least one is needed.
    let identifyingColumns: [ImportColumn]
    /// The plural in words; nil for the name of the kind.
    var words: String?
    /// The names of columns in such files, where they differ from those in others.
    var synonyms: [ImportColumn: [String]] = [:]
    /// Further names of columns, used only if no other column of a file fits, likeliest first.
    var guesses: [ImportColumn: [String]] = [:]
    /// The labels of form fields, where they differ from those of other kinds.
    var labels: [ImportColumn: String] = [:]
    /// The entities that such an import reads.
    let entities: Set<EntityName>
    /// Whether a header is of this kind, asked only if it is of none of the kinds before.
    let recognizes: @Sendable (HeaderNames) -> Bool
    let work: @Sendable (Importer) throws -> Void
}

/// The names in a header, by which its kind is recognized.
struct HeaderNames {
    let all: [String]

    init(_ names: [String]) { all = names }

    /// Whether the header has one of some columns of a kind.
    func has(_ kind: ImportKind, _ columns: ImportColumn...) -> Bool {
        let found = ImportHeader(all, kind: kind, guesses: false).columns
        return columns.contains { found.contains($0) }
    }

    /// Whether the header is that of exported quotes or invoices.
    var isOfPapers: Bool {
        contains("number")
            && (contains("validthrough") || contains("duedate") && contains("sale"))
    }

    /// Whether the header has a name in any spelling.
    func contains(_ name: String) -> Bool { all.contains { ImportColumn.simplified($0) == name } }
}
