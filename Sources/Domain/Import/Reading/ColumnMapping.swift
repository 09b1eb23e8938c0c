/// Where the columns of somebody else's file go, as a person says it.
public struct ColumnMapping: Sendable, Hashable, Codable {
    /// Where a column goes.
    enum Target: Hashable, Codable {
        case column(ImportColumn)
        /// It is left out.
        case nowhere
    }

    private var targets: [String: Target] = [:]
    /// The lines that say it: `Their name=itemName`.
    public private(set) var lines: [String] = []

    /// Every column goes where its name says.
    public init() {}

    /// Reads lines as `Their name = itemName`; nothing behind the last equals sign leaves the column out.
    /// Of several lines about one column the last one counts.
    ///
    /// - Throws: ``ImportFault`` for a line that is none, or that names a column which there is not.
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

    /// Where a column goes; nil if nobody said it.
    func target(of name: String) -> Target? { targets[Self.key(name)] }

    /// The name under which a column tells what the rows are.
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

/// How a file is to be read, where it does not say it itself.
public struct ImportReading: Sendable, Hashable, Codable {
    /// What its rows are; nil to find it out from the file.
    public var kind: ImportKind?
    /// The entity of a store whose records are read; nil to find it out.
    public var entity: String?
    /// Where its columns go.
    public var mapping = ColumnMapping()
    /// How its characters are written, unless a mark in it says so; nil to find it out.
    public var encoding: CSVEncoding?
    /// Which part of a day comes first, where the rest of its column leaves that open; nil to ask.
    public var dayOrders: DayOrders?

    /// Everything is found out from the file.
    public init() {}

    /// What the rows of a file are whose columns have some names; nil if that is not clear.
    func kind(of names: [String]) -> ImportKind? {
        kind ?? ImportKind(header: names.map(mapping.name(of:)))
    }
}
