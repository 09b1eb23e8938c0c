import Foundation
import Persistence

extension Importer {
    /// Runs a closure for each row, part by part, which can be cancelled.
    func forEachRowInParts(_ body: () throws -> Void) throws {
        try forEachPart { try forEachRow(body) }
    }

    /// Runs a closure for the rows of each part; once for all rows if there are no parts.
    func forEachPart(_ body: () throws -> Void) throws {
        guard isInParts else { return try body() }
        var isFirst = true
        for part in parts {
            if !isFirst { try endPart() }
            isFirst = false
            rows = RowWindow(try part.map(file.rows.row(at:)), at: part)
            try body()
        }
    }

    /// The indexes of the rows of each part.
    private var parts: [[Int]] {
        let count = file.rows.count
        if let containers { return containers.parts(of: count) }
        let size = partSize.rows
        let ends = outline?.ends ?? stride(from: size, to: count, by: size) + [count]
        return zip([0] + ends, ends).map { Array($0..<$1) }
    }

    /// Validates the records of a part, saves them in an import, and releases them.
    private func endPart() throws {
        try validate()
        try save?(self)
        try writeOutcomes()
        list.locations.release()
        for known in list.knownContainers.values { known?.record.release() }
        for group in list.groups.values { group.release() }
        releaseSales()
        releaseCreatedRecords()
        payments?.release()
        context.reset()
        list.pictures = []
        list.placeIDs = []
        list.fields.present = nil
        forgetNewRecords()
    }

    /// The numbers of the new sales.
    var madeSaleNumbers: Set<Int64> {
        formerNumbers.union(drafts.values.filter(\.isNew).map(\.sale.number))
    }

    private func releaseSales() {
        for (number, draft) in drafts {
            formerSaleRows[number] = draft.first
            if draft.isNew { formerNumbers.insert(draft.sale.number) }
        }
        (drafts, sales, walkIns, knownTaxRates) = ([:], [:], [:], nil)
    }
}

/// The rows of each sale in a table of lines, which is imported in parts with whole sales.
struct LinesOutline {
    /// The ends of the parts.
    let ends: [Int]
    /// The first and the last row of each numbered sale.
    private(set) var places: [Int64: ClosedRange<Int>] = [:]
    /// The returns in the table by the number of their sale.
    private(set) var returns: [Int64: [Int64]] = [:]
    /// The greatest number of a sale in the table.
    private(set) var greatest: Int64 = 0

    /// Reads all rows.
    ///
    /// - Returns: nil if the table cannot be imported in parts: the rows of a sale are in several parts, or
    ///   customers who are distinguished by the order of their numbers are in another order.
    /// - Throws: errors of the file system.
    init?(_ rows: ImportRows, _ partSize: ImportPartSize) throws {
        var ends: [Int] = []
        var namesakes = NamesakeOrder()
        var start = 0
        var former: RowProgress?
        for index in 0..<rows.count {
            var row = RowProgress(try rows.row(at: index))
            let number = row.number(.number)
            if index - start >= partSize.lines, former.map({ !Self.isSameSale($0, row) }) ?? false {
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

    /// Whether two adjacent rows are about the same sale.
    private static func isSameSale(_ first: RowProgress, _ second: RowProgress) -> Bool {
        guard first.text(.number) == second.text(.number) else { return false }
        return first.text(.number) != nil
            || first.row.hasSale(of: second.row)
    }
}

/// Checks that new customers with the same name and nothing else are in the order of their numbers.
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

/// The rows of containers in a table of items. They are imported first, so that the others can be
/// imported in parts.
struct ContainersOutline {
    /// The names of the containers.
    let names: Set<String>
    /// The rows of the containers in the table.
    let rows: [Int]
    private let partSize: ImportPartSize

    /// Reads all rows.
    ///
    /// - Returns: nil if there are more containers than rows in a part.
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

/// The rows that are being imported, all or those of a part, by their indexes in the file.
struct RowWindow: Sequence {
    /// The indexes, in order.
    let indices: [Int]
    private var rows: [RowProgress]
    /// The position of each row by index; nil for consecutive rows.
    private let positions: [Int: Int]?

    /// - Parameter indices: the indexes of the rows in the file, in order.
    init(_ rows: [ImportRow], at indices: some Sequence<Int>) {
        self.rows = rows.map { RowProgress($0) }
        self.indices = Array(indices)
        let first = self.indices.first ?? 0
        let isWithoutGap = self.indices.last.map { $0 - first + 1 == rows.count } ?? true
        positions =
            isWithoutGap
            ? nil : Dictionary(uniqueKeysWithValues: zip(self.indices, self.rows.indices))
    }

    /// The index of the first row.
    var start: Int { indices.first ?? 0 }

    /// Whether the row with an index is one of them.
    func has(_ index: Int) -> Bool {
        if let positions { return positions[index] != nil }
        return index >= start && index < start + rows.count
    }

    subscript(index: Int) -> RowProgress {
        _read { yield rows[position(of: index)] }
        _modify { yield &rows[position(of: index)] }
    }

    private func position(of index: Int) -> Int { positions?[index] ?? index - start }

    func makeIterator() -> IndexingIterator<[RowProgress]> { rows.makeIterator() }
}
