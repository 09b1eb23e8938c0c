/// Which part of a day comes first in the columns of a file, as a person says it.
public struct DayOrders: Sendable, Hashable, Codable {
    /// That of all columns of which nothing else is said.
    private var usual: DayOrder?
    private var orders: [String: DayOrder] = [:]
    /// The names of the columns of which it is said, as they are written; nil for a file that waits since an earlier
    /// version.
    private var names: [String]?

    /// Reads lines as `day-first`, for all columns, and `Purchase date = month-first`. Of several about one column
    /// the last one counts; a line with nothing behind the equals sign says nothing.
    ///
    /// - Throws: ``ImportFault`` for a line that is neither.
    public init(_ text: String) throws(ImportFault) {
        for line in text.split(whereSeparator: \.isNewline) {
            let mark = line.lastIndex(of: "=")
            let said = ImportRow.oneLine(
                String(mark.map { line[line.index(after: $0)...] } ?? line))
            guard !said.isEmpty else { continue }
            guard let order = DayOrder(rawValue: said.lowercased()) else {
                throw .noDayOrder(line: String(line.prefix(100)))
            }
            if let mark {
                let name = ImportRow.oneLine(String(line[..<mark]))
                orders[ColumnMapping.key(name)] = order
                names = (names ?? []) + [name]
            } else {
                usual = order
            }
        }
    }

    /// Refuses what is said of a column that a file does not have.
    ///
    /// - Parameter columns: the names of those that it has.
    /// - Throws: ``ImportFault``.
    func check(_ columns: [String]) throws(ImportFault) {
        let known = Set(columns.map(ColumnMapping.key))
        guard let name = names?.first(where: { !known.contains(ColumnMapping.key($0)) }) else {
            return
        }
        throw .noDayColumn(
            name: ImportFile.shown([name]).first ?? "", names: ImportFile.shown(columns))
    }

    /// That of a column, by its name in the file; nil if it is not said.
    func order(of name: String) -> DayOrder? { orders[ColumnMapping.key(name)] ?? usual }
}
