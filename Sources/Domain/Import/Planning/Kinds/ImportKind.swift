import Persistence

/// A kind of records in the rows of a file, with everything that differs about its import.
///
/// A section registers its kinds with its ``SectionModel``. Two kinds with the same name are equal.
public struct ImportKind: Sendable {
    /// The name in files, forms and stored imports: `assetTypes`.
    public let rawValue: String
    /// The accepted columns, in the order of an export.
    public let columns: [ImportColumn]
    /// The columns that can identify the record of a row, of which at least one is needed.
    public let identifyingColumns: [ImportColumn]
    /// The plural in words; nil for the name.
    var plural: String?
    /// The names of columns in such files, where they differ from those in others.
    var synonyms: [ImportColumn: [String]] = [:]
    /// Further names of columns, used only if no other column of a file fits, likeliest first.
    var guesses: [ImportColumn: [String]] = [:]
    /// The labels of form fields, where they differ from those of other kinds.
    var labels: [ImportColumn: String] = [:]
    /// The description of the records, of which each row is one that groups no others; nil for
    /// other rows.
    public private(set) var description: RecordDescription?
    /// The records that such an import reads: the attributes by which it finds and compares them,
    /// or nil for all.
    let reads: [EntityName: Set<String>?]
    /// The entities that it reads too, but whose changes do not disturb an import.
    var readsToo: Set<EntityName> = []
    /// The column with the number of a row's sale, by which rows belong together; nil for rows
    /// that stand alone.
    var saleColumn: ImportColumn?
    /// The numbers that rows give to new records; nil for none.
    var numbering: RowNumbering?
    /// The place of the kind when a header is compared with kinds: those with a unique column come
    /// before those recognized by common names.
    var rank = 1
    /// Whether a header is of this kind, asked only if it is of none of the kinds before.
    let recognizes: @Sendable (HeaderNames) -> Bool
    let work: @Sendable (Importer) throws -> Void

    /// The plural in words: `asset types`.
    public var words: String { plural ?? rawValue }

    /// The entities that such an import reads.
    public var entities: Set<EntityName> { Set(reads.keys).union(readsToo) }

    /// Whether it is imported on the page of sales too.
    public var isOfShop: Bool { reads.keys.contains(.sale) }

    /// Its column in place of one with the same name; nil if it has none.
    func column(_ column: ImportColumn) -> ImportColumn? { columns.first { $0 == column } }

    /// Its column with a name; nil if it has none.
    func column(named name: String) -> ImportColumn? { columns.first { $0.rawValue == name } }
}

extension ImportKind {
    /// The records of a description, whose columns are its fields. A row is matched by the first
    /// text; several rows with the same text get the records with that text one after the other.
    ///
    /// - Parameters:
    ///   - recognizes: whether a header is of this kind. Default: if it has that text and a column
    ///     of no other kind.
    ///   - complete: what a row does besides setting the fields. Default: nothing.
    init<Record: DescribedRecord>(
        of type: Record.Type, recognizes: (@Sendable (HeaderNames) -> Bool)? = nil,
        completing complete: @escaping @Sendable (Record, Importer) -> Void = { _, _ in }
    ) {
        let (description, fields) = (Record.description, Record.description.importedFields)
        let columns = fields.map { ImportColumn($0) }
        let title = columns.filter { $0.rawValue == description.title }
        var reads: [EntityName: Set<String>?] = [description.entity: Set(title.map(\.rawValue))]
        for other in fields.compactMap(\.reference) {
            reads[EntityName(other.entityName)] = [other.label]
        }
        for case .item in fields.map(\.kind) { reads[.item] = ["itemName", "itemKey"] }
        self.init(
            rawValue: description.many, columns: columns, identifyingColumns: title,
            synonyms: Dictionary(
                uniqueKeysWithValues: zip(columns, fields.map(\.importedFrom)).filter {
                    !$1.isEmpty
                }), labels: Dictionary(uniqueKeysWithValues: zip(columns, fields.map(\.label))),
            description: description, reads: reads,
            recognizes: recognizes ?? { header in
                let found = header.found(header.kind)
                let others = Self.all.filter { $0 != header.kind }.flatMap(\.columns)
                let own = found.subtracting(others).subtracting(title)
                return !found.isDisjoint(with: title)
                    && (!own.isEmpty || found.isSuperset(of: columns))
            }, work: { importer in try importer.importRecords(type) { complete($0, importer) } })
    }

    /// A kind that this program does not know, or no longer: only its name is left.
    private init(unknown name: String) {
        self.init(
            rawValue: name, columns: [], identifyingColumns: [], reads: [:],
            recognizes: { _ in false }, work: { _ in })
    }
}

extension ImportKind: Hashable, Codable {
    public static func == (first: ImportKind, second: ImportKind) -> Bool {
        first.rawValue == second.rawValue
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Decodes the name. Of a kind that not every household has, only the name is left.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = Self.all.named(name) ?? ImportKind(unknown: name)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

// MARK: - Registered kinds

extension DescribedRecord {
    static var importKind: ImportKind { ImportKind(of: Self.self) }
}

extension ImportKind {
    /// The kinds of every household.
    public static let all = all(of: SectionModel.all)

    /// The kinds of sections in their order, those of the shop first.
    static func all(of sections: [SectionModel]) -> [ImportKind] {
        let kinds = sections.flatMap { $0.importKinds() }
        return kinds.filter(\.isOfShop) + kinds.filter { !$0.isOfShop }
    }
}

extension [ImportKind] {
    /// The kind with a name; nil if there is none.
    public func named(_ name: String) -> ImportKind? { first { $0.rawValue == name } }

    /// The kind of a header; nil if it is unclear.
    func kind(ofHeader header: [String]) -> ImportKind? {
        // Exported quotes and invoices look like sales.
        guard !HeaderNames.areOfPapers(header) else { return nil }
        if let kind = ImportOrigin(header)?.kind { return kind }
        let ranks = Set(map(\.rank)).sorted()
        return ranks.lazy.compactMap { rank in
            first { $0.rank == rank && $0.recognizes(HeaderNames(header, of: $0)) }
        }.first
    }
}

/// The names in a header, by which its kind is recognized.
struct HeaderNames {
    let all: [String]
    /// The kind that it is compared with.
    let kind: ImportKind

    init(_ names: [String], of kind: ImportKind) { (all, self.kind) = (names, kind) }

    /// Whether the header has one of some columns.
    func has(_ columns: ImportColumn...) -> Bool { !found(kind).isDisjoint(with: columns) }

    /// Whether the header has one of some columns of another kind.
    func has(in other: ImportKind, _ columns: ImportColumn...) -> Bool {
        !found(other).isDisjoint(with: columns)
    }

    /// The columns of a kind that the header names.
    func found(_ kind: ImportKind) -> Set<ImportColumn> {
        Set(ImportHeader(all, kind: kind, guesses: false).columns)
    }

    /// Whether a header is that of exported quotes or invoices.
    static func areOfPapers(_ names: [String]) -> Bool {
        let names = Set(names.map(ImportColumn.simplified))
        return names.contains("number")
            && (names.contains("validthrough") || names.isSuperset(of: ["duedate", "sale"]))
    }

    /// Whether the header has a name in any spelling.
    func contains(_ name: String) -> Bool { all.contains { ImportColumn.simplified($0) == name } }
}

/// The numbers that rows give to new records.
struct RowNumbering: Sendable {
    /// The number in a row; nil for none.
    let number: @Sendable (RowProgress) -> Int64?
    /// Raises the next number above the greatest one of a table in parts, because those of later
    /// parts are not in memory.
    let raise: @Sendable (_ greatest: Int64, ManagedObjectContext) throws -> Void
}
