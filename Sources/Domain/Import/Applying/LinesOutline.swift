import Foundation

/// Where the sales of a table of lines stand, so that it can be imported in parts, each of which has whole
/// sales.
struct LinesOutline {
    /// Where the parts end.
    let ends: [Int]
    /// The first and the last row of each sale that has a number.
    private(set) var places: [Int64: ClosedRange<Int>] = [:]
    /// The returns in the table of a sale, by its number.
    private(set) var returns: [Int64: [Int64]] = [:]
    /// The greatest number of a sale in the table.
    private(set) var greatest: Int64 = 0

    /// Looks at all rows.
    ///
    /// - Returns: nil if the table cannot be imported in parts: the rows of a sale stand in several of them, or
    ///   customers who are told apart by the order of their numbers come in another one.
    /// - Throws: errors of the file system.
    init?(_ rows: ImportRows, _ partSize: ImportPartSize) throws {
        var ends: [Int] = []
        var namesakes = NamesakeOrder()
        var start = 0
        var former: RowProgress?
        for index in 0..<rows.count {
            var row = RowProgress(try rows.row(at: index))
            let number = row.number(.number)
            if index - start >= partSize.lines,
                former.map({ !Self.isSameSale($0, row) }) ?? false
            {
                ends.append(index)
                start = index
            }
            former = row
            guard let number else { continue }
            greatest = max(greatest, number)
            if let place = places[number] {
                guard place.lowerBound >= start else { return nil }
                places[number] = place.lowerBound...index
            } else {
                places[number] = index...index
                if let origin = row.number(.returnOf) {
                    returns[origin, default: []].append(number)
                }
            }
            guard namesakes.isKept(by: row.customerCells) else { return nil }
        }
        self.ends = ends + [rows.count]
    }

    /// Whether two rows that follow each other are about one sale.
    private static func isSameSale(_ first: RowProgress, _ second: RowProgress) -> Bool {
        guard first.text(.number) == second.text(.number) else { return false }
        return first.text(.number) != nil
            || ImportKind.saleColumns.allSatisfy { first.row.text($0) == second.row.text($0) }
    }
}

/// Whether new customers with the same name and nothing else come in the order of their numbers.
private struct NamesakeOrder {
    private var last: [String: Int64] = [:]
    private var known: Set<Int64> = []

    mutating func isKept(by cells: CustomerCells) -> Bool {
        guard cells.emailid == nil, cells.contactno == nil, let number = cells.number,
            let name = cells.name, known.insert(number).inserted
        else { return true }
        let key = name.foldedForMatching
        defer { last[key] = max(last[key] ?? 0, number) }
        return number > last[key] ?? 0
    }
}
