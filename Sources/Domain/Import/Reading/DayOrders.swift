/// Which part of a day comes first in the columns of a file, as a person says it.
public struct DayOrders: Sendable, Hashable, Codable {
    /// That of all columns of which nothing else is said.
    private var usual: DayOrder?
    private var orders: [String: DayOrder] = [:]

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
                orders[ColumnMapping.key(String(line[..<mark]))] = order
            } else {
                usual = order
            }
        }
    }

    /// That of a column, by its name in the file; nil if nobody said it.
    func order(of name: String) -> DayOrder? { orders[ColumnMapping.key(name)] ?? usual }
}
