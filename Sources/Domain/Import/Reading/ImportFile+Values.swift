extension ImportFile {
    /// What stands in a cell.
    public struct Value: Sendable, Hashable {
        public let column: ImportColumn
        /// The name of the household's own field that it is for; nil for any other.
        public let field: String?
        public let text: String
    }

    /// What a row says as people read it: keys, pictures and lists for programs are left out, and long texts are
    /// shortened.
    ///
    /// - Parameter index: the place of the row.
    /// - Throws: errors of the file system.
    public func values(at index: Int) throws -> [Value] {
        let row = try rows.row(at: index)
        return try columns.filter { !Self.unread.contains($0) }.flatMap { column -> [Value] in
            if column == .fields {
                return try row.ownFields.map {
                    Value(column: column, field: $0.name, text: Self.readable($0.text))
                }
            }
            guard let cell = row.cells[column], !cell.isEmpty else { return [] }
            let day = column.isDay ? ImportDate(cell)?.day.description : nil
            return [Value(column: column, field: nil, text: day ?? Self.readable(cell))]
        }
    }

    /// What nobody reads in a cell.
    private static let unread: Set<ImportColumn> = [
        .id, .itemKey, .key, .thumbnail, .picture, .files, .care, .formerLoans, .formerValues,
        .orderingValue,
    ]

    private static let longestValue = 80

    /// The text on a line, shortened.
    private static func readable(_ cell: String) -> String {
        let line = ImportRow.oneLine(cell)
        return line.count > longestValue ? line.prefix(longestValue) + "…" : line
    }
}
