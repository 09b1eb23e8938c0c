import Foundation

/// The parts in which the rows of a table are imported.
///
/// Rows that belong together are in one part: those of a sale and of its returns, and the payments of a
/// sale. The items that contain others come first.
struct ImportSchedule {
    /// The indexes of the rows of each part.
    private(set) var parts: [RangeSet<Int>]
    /// The numbers of the sales in a table of lines.
    private(set) var saleNumbers = NumberRanges()
    /// The greatest number of a line's sale, or of a payment; 0 for none.
    private(set) var greatest: Int64 = 0
    /// The first rows of the sales without a number.
    private(set) var unnumberedStarts: Set<Int> = []
    /// The names of the containers in a table of items with several parts.
    private(set) var containers: Set<String> = []

    /// - Throws: errors of the file system.
    init(_ file: ImportFile, _ size: ImportPartSize) throws {
        let rows = RangeSet(0..<file.rows.count)
        parts = [rows]
        let isLong = file.comesInParts(size)
        let count = isLong ? size.rows : .max
        switch file.kind {
        case .lines, .sales: try group(file, by: .number, count)
        case .payments: try group(file, by: .sale, count)
        case .items where isLong && file.hasContainers: try takeContainers(file.rows, count)
        default: if isLong { parts = Self.parts(of: rows, count) }
        }
    }

    private static func parts(of rows: RangeSet<Int>, _ size: Int) -> [RangeSet<Int>] {
        var parts: [RangeSet<Int>] = []
        var free = 0
        for var range in rows.ranges {
            while !range.isEmpty {
                if free == 0 {
                    parts.append(RangeSet())
                    free = size
                }
                let piece = range.prefix(free)
                parts[parts.count - 1].insert(contentsOf: piece)
                free -= piece.count
                range = range.dropFirst(piece.count)
            }
        }
        return parts
    }

    // MARK: - Sales

    /// Groups the rows of each sale, and of its returns. Adjacent rows without a number can be one sale;
    /// those with a number between them do not matter.
    private mutating func group(_ file: ImportFile, by column: ImportColumn, _ size: Int) throws {
        var groups = SaleGroups()
        var namesakes = NamesakeOrder()
        var unnumbered: (row: ImportRow, place: Int)?
        for index in 0..<file.rows.count {
            var row = RowProgress(try file.rows.row(at: index))
            let (number, origin) = (row.number(column), row.number(.returnOf))
            if file.kind != .sales { greatest = max(greatest, row.number(.number) ?? 0) }
            if file.kind == .lines {
                namesakes.add(row.customerCells, at: index)
                if let number { saleNumbers.insert(number) }
            }
            guard row.text(column) == nil else {
                groups.add(index, at: groups.place(of: number, returning: origin))
                continue
            }
            if let unnumbered, unnumbered.row.hasSale(of: row.row) {
                groups.add(index, at: unnumbered.place)
            } else {
                let place = groups.place(of: nil, returning: origin)
                groups.add(index, at: place)
                unnumbered = (row.row, place)
                unnumberedStarts.insert(index)
            }
        }
        let divided = Self.parts(of: groups.groups, size)
        // Otherwise the table is one part.
        if namesakes.isKept(by: divided) { parts = divided }
    }

    private static func parts(of groups: [SaleGroup], _ size: Int) -> [RangeSet<Int>] {
        var (parts, part, count): ([RangeSet<Int>], RangeSet<Int>, Int) = ([], RangeSet(), 0)
        for group in groups {
            if count >= size {
                parts.append(part)
                (part, count) = (RangeSet(), 0)
            }
            part.insert(contentsOf: group.rows)
            part.formUnion(group.others)
            count += group.count
        }
        return parts + [part]
    }

    // MARK: - Items

    /// Puts the items that contain others into the first part.
    private mutating func takeContainers(_ rows: ImportRows, _ size: Int) throws {
        for index in 0..<rows.count {
            if let name = try RowProgress(rows.row(at: index)).text(.container) {
                containers.insert(name)
            }
        }
        let keys = Set(containers.compactMap { UUID(uuidString: $0) })
        let numbers = Set(
            containers.compactMap {
                ItemNumber.parse(
                    $0.split(whereSeparator: \.isWhitespace).first ?? "", isBare: false)
            })
        var (first, others) = (RangeSet<Int>(), RangeSet<Int>())
        for index in 0..<rows.count {
            let row = RowProgress(try rows.row(at: index))
            let isContainer =
                row.text(.itemName).map(containers.contains) ?? false
                || row.text(.itemKey).flatMap { UUID(uuidString: $0) }.map(keys.contains) ?? false
                || row.text(.itemNumber).flatMap(ItemNumber.imported).map(numbers.contains) ?? false
            if isContainer {
                first.insert(contentsOf: index..<index + 1)
            } else {
                others.insert(contentsOf: index..<index + 1)
            }
        }
        parts = (first.isEmpty ? [] : [first]) + Self.parts(of: others, size)
    }
}

/// The rows of a sale with its returns, mostly adjacent.
private struct SaleGroup {
    private(set) var rows = 0..<0
    private(set) var others = RangeSet<Int>()

    var count: Int { rows.count + others.ranges.reduce(0) { $0 + $1.count } }

    mutating func add(_ index: Int) {
        if rows.isEmpty {
            rows = index..<index + 1
        } else if rows.upperBound == index {
            rows = rows.lowerBound..<index + 1
        } else {
            others.insert(contentsOf: index..<index + 1)
        }
    }
}

/// The groups of sales, in the order of their first rows.
private struct SaleGroups {
    private(set) var groups: [SaleGroup] = []
    private var places: [Int64: Int] = [:]

    /// The place of a sale, or else of the one that it returns, or a new one. A sale never leaves its
    /// place: rows of it that name different returned sales are refused together.
    mutating func place(of sale: Int64?, returning origin: Int64?) -> Int {
        let numbers = [sale, origin].compactMap(\.self)
        let known = numbers.compactMap { places[$0] }.first
        let place = known ?? groups.count
        if known == nil { groups.append(SaleGroup()) }
        for number in numbers where places[number] == nil { places[number] = place }
        return place
    }

    mutating func add(_ index: Int, at place: Int) { groups[place].add(index) }
}

/// Checks that new customers with the same name and nothing else are made in the order of their numbers.
/// Those of one part are.
private struct NamesakeOrder {
    private var customers: [Int: (name: String, number: Int64)] = [:]

    /// Adds the customer of a row.
    mutating func add(_ cells: CustomerCells, at index: Int) {
        guard cells.emailid == nil, cells.contactno == nil, let number = cells.number,
            let name = cells.name
        else { return }
        customers[index] = (name.foldedForMatching, number)
    }

    func isKept(by parts: [RangeSet<Int>]) -> Bool {
        guard !customers.isEmpty else { return true }
        var known: Set<Int64> = []
        var last: [String: Int64] = [:]
        for part in parts {
            let new = part.ranges.joined().compactMap { customers[$0] }.filter {
                known.insert($0.number).inserted
            }
            guard new.allSatisfy({ $0.number > last[$0.name] ?? 0 }) else { return false }
            for (name, number) in new { last[name] = max(last[name] ?? 0, number) }
        }
        return true
    }
}
