import Foundation
import Persistence

extension Importer {
    /// Does something with each row, part by part, which can be called off.
    func forEachRowInParts(_ body: (Int) throws -> Void) throws {
        try forEachPart { try forEachRow(body) }
    }

    /// Does something with the rows of each part; with all rows at once if they are not imported in parts.
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

    /// The places of the rows of each part.
    private var parts: [[Int]] {
        let count = file.rows.count
        if let containers { return containers.parts(of: count) }
        let size = partSize.rows
        let ends = outline?.ends ?? stride(from: size, to: count, by: size) + [count]
        return zip([0] + ends, ends).map { Array($0..<$1) }
    }

    /// Checks the records of a part, saves them if they are to be saved, and lets them go.
    private func endPart() throws {
        try validate()
        try save?(self)
        try writeOutcomes()
        list.locations.letGo()
        for known in list.knownContainers.values { known?.record.letGo() }
        letGoOfSales()
        letGoOfMadeRecords()
        payments?.letGo()
        invoices?.stored = [:]
        context.reset()
        list.groups = [:]
        list.pictures = []
        list.placeIDs = []
        list.fields.present = nil
        forgetNewRecords()
        try readGroups()
        // Those that are not saved are made again.
        for (name, new) in list.newGroups where list.groups[name] == nil {
            let group = new.make()
            own(group, by: new.row)
            list.groups[name] = group
        }
    }

    /// The numbers of the sales that were made and saved.
    var madeSaleNumbers: Set<Int64> {
        formerNumbers.union(drafts.values.filter(\.isNew).map(\.sale.number))
    }

    private func letGoOfSales() {
        for (number, draft) in drafts {
            formerSaleRows[number] = draft.first
            if draft.isNew { formerNumbers.insert(draft.sale.number) }
        }
        (drafts, sales, walkIns, knownTaxRates) = ([:], [:], [:], nil)
    }
}

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

/// The rows that are being imported: all of a file, or those of a part, each by its place in the file.
struct RowWindow: Sequence {
    /// The places, in order.
    let indices: [Int]
    private var rows: [RowProgress]
    /// Where each row is; nil if they follow each other in the file.
    private let positions: [Int: Int]?

    /// - Parameter indices: the places of the rows in the file, in order.
    init(_ rows: [ImportRow], at indices: some Sequence<Int>) {
        self.rows = rows.map { RowProgress($0) }
        self.indices = Array(indices)
        let first = self.indices.first ?? 0
        let isWithoutGap = self.indices.last.map { $0 - first + 1 == rows.count } ?? true
        positions =
            isWithoutGap
            ? nil : Dictionary(uniqueKeysWithValues: zip(self.indices, self.rows.indices))
    }

    /// The place of the first row.
    var start: Int { indices.first ?? 0 }

    /// Whether the row at a place is one of them.
    func has(_ index: Int) -> Bool {
        if let positions { return positions[index] != nil }
        return index >= start && index < start + rows.count
    }

    subscript(index: Int) -> RowProgress {
        get { rows[position(of: index)] }
        _modify { yield &rows[position(of: index)] }
    }

    private func position(of index: Int) -> Int { positions?[index] ?? index - start }

    func makeIterator() -> IndexingIterator<[RowProgress]> { rows.makeIterator() }
}
