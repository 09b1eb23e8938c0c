/// A table of records of one kind, as it was read.
public struct ImportFile: Sendable, Hashable, Codable {
    /// What the rows are.
    public let kind: ImportKind
    /// The name of the file, for people.
    public let name: String
    /// How it was written.
    public let format: ImportFormat
    /// How its characters were written.
    public let encoding: CSVEncoding
    /// What stood between its cells; nil where it is no CSV.
    public let separator: CSVSeparator?
    /// The columns that are read, in the order of the file.
    public internal(set) var columns: [ImportColumn]
    /// The names of the columns that are not read.
    public let ignoredColumns: [String]
    /// What is worth a look before it is done, a sentence each; nil for nothing.
    var warnings: [String]?
    /// The rows, in the order of the file.
    public internal(set) var rows: [ImportRow]

    /// Columns by which a row leads to records that other rows make: such a table is not imported in parts.
    private static let leadingColumns: [ImportColumn] = [.location, .container, .tags]

    /// Whether it is imported in parts if it is long: its rows do not lead to each other.
    var comesInParts: Bool {
        kind.comesInParts
            && !rows.contains { row in
                Self.leadingColumns.contains { row.cells[$0]?.isEmpty == false }
            }
    }

    /// Whether a cell had what looks like the number of a card; such a file is not kept.
    public var hasCardNumber: Bool {
        rows.contains { $0.faults.contains { $0.message == ImportRow.cardRefusal } }
    }
}
