/// The user's choices of attributes for the columns of a file.
public struct ColumnMapping: Sendable, Hashable, Codable {
    /// The target of a column.
    enum Target: Hashable, Codable {
        case column(ImportColumn)
        case nowhere
    }

    private var targets: [String: Target] = [:]
    /// The lines of the choices: `Their name=itemName`.
    public private(set) var lines: [String] = []

    /// No choices: each column is imported by its name.
    public init() {}

    /// Parses lines such as `Their name = itemName`; nothing after the last equals sign ignores the
    /// column. If several lines name a column, the last one counts.
    ///
    /// - Throws: ``ImportFault`` for an invalid line or an unknown column.
    public init(_ text: String) throws(ImportFault) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            guard let mark = line.lastIndex(of: "=") else { throw Self.fault(String(line)) }
            let name = ImportRow.oneLine(String(line[..<mark]))
            let target = ImportRow.oneLine(String(line[line.index(after: mark)...]))
            guard !name.isEmpty else { throw Self.fault(String(line)) }
            if target.isEmpty {
                targets[Self.key(name)] = .nowhere
            } else if let column = ImportColumn(rawValue: target) {
                targets[Self.key(name)] = .column(column)
            } else {
                throw Self.fault(String(line))
            }
            lines.append("\(name)=\(target)")
        }
    }

    /// The names of the columns with a choice, as typed.
    var names: [String] {
        lines.compactMap { line in line.lastIndex(of: "=").map { String(line[..<$0]) } }
    }

    /// Allows the file to lack columns whose names depend on its encoding.
    public mutating func forgetEncodedNames() {
        lines.removeAll { line in !line.utf8.allSatisfy { $0 < 0x80 } }
    }

    /// The target of a column; nil without a choice.
    func target(of name: String) -> Target? { targets[Self.key(name)] }

    /// The name by which a column helps to recognize the kind.
    func name(of column: String) -> String {
        switch target(of: column) {
        case .column(let target): target.rawValue
        case .nowhere: ""
        case nil: column
        }
    }

    static func key(_ name: String) -> String {
        let simplified = ImportColumn.simplified(name)
        return simplified.isEmpty ? ImportRow.oneLine(name) : simplified
    }

    private static func fault(_ line: String) -> ImportFault {
        .noMapping(line: String(line.prefix(100)))
    }
}

/// The user's choices about reading a file, where it is ambiguous.
public struct ImportReading: Sendable, Hashable, Codable {
    /// The kinds that its rows can have.
    public var kinds = ImportKind.all
    /// The kind of its rows; nil to detect it.
    public var kind: ImportKind?
    /// The entity to import from a store; nil to detect it.
    public var entity: String?
    public var mapping = ColumnMapping()
    /// The encoding of a file without a mark; nil to detect it.
    public var encoding: CSVEncoding?
    /// The order of day and month, if a column leaves it open; nil to ask.
    public var dayOrders: DayOrders?

    // The kinds are those of the household.
    private enum CodingKeys: CodingKey { case kind, entity, mapping, encoding, dayOrders }

    /// No choices: everything is detected.
    ///
    /// - Parameter kinds: the kinds that its rows can have. Default: those of every household.
    public init(_ kinds: [ImportKind] = ImportKind.all) { self.kinds = kinds }

    /// The kind of a file with some column names; nil if it is unclear.
    func kind(of names: [String]) -> ImportKind? {
        kind ?? kinds.kind(ofHeader: names.map(mapping.name(of:)))
    }

    /// Rejects a choice for a column that the file does not have.
    ///
    /// - Parameters:
    ///   - columns: the names of the columns.
    ///   - others: further names that can have a target. Default: none.
    /// - Throws: ``ImportFault``.
    func check(_ columns: [String], besides others: [String] = []) throws(ImportFault) {
        func missing(_ names: [String], _ known: [String]) -> String? {
            let known = Set(known.map(ColumnMapping.key))
            let name = names.first { !known.contains(ColumnMapping.key($0)) }
            return name.flatMap { ImportFile.shown([$0]).first }
        }
        if let name = missing(mapping.names, columns + others) {
            throw .noMappedColumn(name: name, names: ImportFile.shown(columns))
        }
        if let name = missing(dayOrders?.names ?? [], columns) {
            throw .noDayColumn(name: name, names: ImportFile.shown(columns))
        }
    }
}
