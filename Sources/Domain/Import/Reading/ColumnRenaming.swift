/// The columns that names in somebody else's file mean, as a person says it.
public struct ColumnRenaming: Sendable, Hashable {
    private var columns: [String: ImportColumn] = [:]

    /// No name means another column than it says.
    public init() {}

    /// Reads lines as `Their name = itemName`.
    ///
    /// - Throws: ``ImportFault`` for a line that is none, or that names a column which there is not.
    public init(_ text: String) throws(ImportFault) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            let parts = line.split(separator: "=").map { ImportRow.oneLine(String($0)) }
            guard parts.count == 2, !ImportColumn.simplified(parts[0]).isEmpty,
                let column = ImportColumn(rawValue: parts[1]), column != .thumbnail
            else { throw .noRenaming(line: String(line.prefix(100))) }
            columns[ImportColumn.simplified(parts[0])] = column
        }
    }

    /// The name under which a column is read.
    func name(of column: String) -> String {
        columns[ImportColumn.simplified(column)]?.rawValue ?? column
    }
}
