/// A line of a table; with line breaks in quotes, several lines of the file.
struct CSVRecord: Sendable, Hashable {
    /// The number of its first line, from 1.
    let line: Int
    let cells: [String]

    /// Whether nothing is in it, as in the lines that spreadsheets leave at the end.
    var isBlank: Bool { cells.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
}
