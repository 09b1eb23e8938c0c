/// A row of a file that is imported.
public struct ImportRow: Sendable, Hashable, Codable {
    /// The number of its first line in the file, from 1.
    public let line: Int
    /// The cells under the columns that are read, as text in NFC.
    public internal(set) var cells: [ImportColumn: String]
    /// Why nothing becomes of it; nil for a row that is imported.
    var leftOut: String?
    /// What is wrong with the row whatever the records are.
    var faults: [RowFault] = []

    /// Whether its cells stand under the wrong columns, so that nothing can be said of them.
    var isShifted: Bool { faults.contains { $0.column == nil } }
}
