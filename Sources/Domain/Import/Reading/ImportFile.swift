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

    /// Whether a cell had what looks like the number of a card; such a file is not kept.
    public var hasCardNumber: Bool {
        rows.contains { $0.faults.contains { $0.message == ImportRow.cardRefusal } }
    }
}
