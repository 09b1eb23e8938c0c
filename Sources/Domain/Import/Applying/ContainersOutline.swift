import Foundation

/// Which rows of a table of items are about items that others are in. They are imported first, so that all
/// others can be imported in parts.
struct ContainersOutline {
    /// What rows call the items that theirs are in.
    let names: Set<String>
    /// The rows that are about these, as far as they are in the table.
    let rows: [Int]
    private let partSize: ImportPartSize

    /// Looks at all rows.
    ///
    /// - Returns: nil if these are more than a part has.
    /// - Throws: errors of the file system.
    init?(_ rows: ImportRows, _ partSize: ImportPartSize) throws {
        self.partSize = partSize
        var names: Set<String> = []
        for index in 0..<rows.count {
            if let name = try RowProgress(rows.row(at: index)).text(.container) {
                names.insert(name)
            }
            guard names.count <= partSize.rows else { return nil }
        }
        let keys = Set(names.compactMap { UUID(uuidString: $0) })
        let numbers = Set(
            names.compactMap {
                ItemNumber.parse(
                    $0.split(whereSeparator: \.isWhitespace).first ?? "", isBare: false)
            })
        var found: [Int] = []
        for index in 0..<rows.count {
            let row = RowProgress(try rows.row(at: index))
            let isNamed =
                row.text(.itemName).map(names.contains) ?? false
                || row.text(.itemKey).flatMap { UUID(uuidString: $0) }.map(keys.contains) ?? false
                || row.text(.itemNumber).flatMap(ItemNumber.imported).map(numbers.contains) ?? false
            if isNamed { found.append(index) }
            guard found.count <= partSize.rows else { return nil }
        }
        (self.names, self.rows) = (names, found)
    }

    /// The rows of each part.
    func parts(of count: Int) -> [[Int]] {
        let first = Set(rows)
        let others = (0..<count).filter { !first.contains($0) }
        let parts = stride(from: 0, to: others.count, by: partSize.rows).map {
            Array(others[$0..<min($0 + partSize.rows, others.count)])
        }
        return (rows.isEmpty ? [] : [rows]) + parts
    }
}
