import Foundation
import ObjectModel
import Persistence

/// The rows of a file in its order, in a table, so that a long file takes little memory.
public struct ImportRows: Sendable, Codable {
    var columns: [ImportColumn]
    public fileprivate(set) var count = 0
    /// The greatest number of a line's sale, of a payment or of an item; 0 for none.
    fileprivate(set) var greatestNumber: Int64 = 0
    /// Whether a cell looks like a card number; such a file is not stored.
    public fileprivate(set) var hasCardNumber = false
    /// Whether a row names a container.
    fileprivate(set) var hasContainers = false
    /// Whether a row has the key of an item.
    public fileprivate(set) var namesItems = false
    /// The notations of days and numbers in columns whose single cells are ambiguous.
    var notations = CellNotations()
    /// Nil until the table is opened.
    var table: ScratchTable?

    private enum CodingKeys: CodingKey {
        case columns, count, greatestNumber, hasCardNumber, hasContainers, namesItems, notations
    }

    /// - Throws: `ScratchTable.Gone`.
    public func row(at index: Int) throws -> ImportRow {
        guard let table else { throw ScratchTable.Gone() }
        return try row(table.record(at: index))
    }

    private func row(_ record: FetchedDictionary) throws -> ImportRow {
        var row = try ImportRow(record, columns)
        guard !notations.isEmpty else { return row }
        for (column, cell) in row.cells where column.isDay || column.hasDecimalMark {
            row.cells[column] = notations.text(cell, column)
        }
        return row
    }

    /// The rows of a part: as many as a part has, and the others of the last group. Rows that belong
    /// together are a group: those of a sale and of its returns, and the payments of a sale. The items
    /// that contain others come first.
    ///
    /// - Parameters:
    ///   - former: the last group of the part before; nil for the first part.
    ///   - size: the number of rows of a part.
    /// - Returns: the rows, and their last group; nil if there is no other part.
    /// - Throws: `ScratchTable.Gone`.
    func part(
        after former: Int?, _ size: Int
    ) throws -> (rows: [(index: Int, row: ImportRow)], group: Int)? {
        let key = FetchExpression.key(ImportRow.group)
        let records = try table?.records(
            where: former.map { key > $0 }, by: [FetchSortDescriptor(ImportRow.group)],
            limit: size == .max ? 0 : size)
        guard var records, let last = records.last else { return nil }
        let group = last.integer(ImportRow.group)
        if records.count == size {
            let rest = key == group && FetchExpression.key(ScratchTable.position) > last.position
            records += try table?.records(where: rest) ?? []
        }
        return (try records.map { ($0.position, try row($0)) }.sorted { $0.0 < $1.0 }, group)
    }

    /// Whether a row has a number of a range.
    ///
    /// - Throws: `ScratchTable.Gone`.
    func hasNumber(in range: Range<Int64>) throws -> Bool {
        let key = FetchExpression.key(ImportRow.number)
        let found = try table?.records(
            where: key >= range.lowerBound && key < range.upperBound, limit: 1)
        return found?.isEmpty == false
    }

    /// The different texts of a column.
    ///
    /// - Throws: `ScratchTable.Gone`.
    func texts(of column: ImportColumn) throws -> Set<String> {
        guard columns.contains(column) else { return [] }
        let values = try table?.values(of: column.rawValue) ?? []
        return Set(values.compactMap(\.stringValue)).subtracting([""])
    }
}

/// Writes rows into a table.
struct ImportRowsWriter {
    private let kind: ImportKind
    private let table: ScratchTable
    private(set) var rows: ImportRows
    private var waiting: [[String: any Sendable]] = []
    /// The length of their cells, some of which may be pictures.
    private var waitingBytes = 0
    private var groups = RowGroups()

    private static let batchSize = 256
    private static let batchBytes = 1 << 20

    /// - Throws: errors of the file system and of the store.
    init(_ kind: ImportKind, columns: [ImportColumn]) throws {
        self.kind = kind
        table = try ScratchTable(ImportRow.attributes(columns), by: ImportRow.group)
        rows = ImportRows(columns: columns, table: table)
    }

    /// - Throws: errors of the encoder and of the store.
    mutating func append(_ row: ImportRow) throws {
        if row.faults.contains(where: { $0.message == ImportRow.cardRefusal }) {
            rows.hasCardNumber = true
        }
        if row.cells[.container]?.isEmpty == false { rows.hasContainers = true }
        if row.cells[.itemKey]?.isEmpty == false { rows.namesItems = true }
        var row = row
        let number = kind.numbering?.number(RowProgress(row))
        rows.greatestNumber = max(rows.greatestNumber, number ?? 0)
        let group = groups.group(of: &row, at: rows.count, kind)
        waiting.append(try row.values(rows.columns, at: rows.count, group: group, number: number))
        rows.count += 1
        waitingBytes += row.cells.values.reduce(0) { $0 + $1.utf8.count }
        if waiting.count == Self.batchSize || waitingBytes > Self.batchBytes { try flush() }
    }

    private mutating func flush() throws {
        try table.append(waiting)
        waiting.removeAll(keepingCapacity: true)
        waitingBytes = 0
    }

    /// - Throws: errors of the store.
    mutating func finish() throws -> ImportRows {
        try flush()
        if rows.hasContainers { try takeContainers() }
        return rows
    }

    /// Puts the items that contain others into the first group.
    private func takeContainers() throws {
        let names = try rows.texts(of: .container)
        let keys = Set(names.compactMap { UUID(uuidString: $0) })
        let numbers = Set(
            names.compactMap {
                ItemNumber.parse(
                    $0.split(whereSeparator: \.isWhitespace).first ?? "", isBare: false)
            })
        let found = try (0..<rows.count).filter { index in
            let row = RowProgress(try rows.row(at: index))
            return row.text(.itemName).map(names.contains) ?? false
                || row.text(.itemKey).flatMap { UUID(uuidString: $0) }.map(keys.contains) ?? false
                || kind.numbering?.number(row).map(numbers.contains) ?? false
        }
        for start in stride(from: 0, to: found.count, by: Self.batchSize) {
            let some = found[start..<min(start + Self.batchSize, found.count)]
            try table.set(ImportRow.group, to: 0, at: Array(some))
        }
    }
}

/// Finds the rows that have to be imported together.
private struct RowGroups {
    private var groups: [Int64: Int] = [:]
    /// The last row without a number of its sale.
    private var unnumbered: (row: ImportRow, group: Int)?

    /// The group of a row, from 1: that of its sale, or else of the one that it returns, or a new one. A
    /// sale never leaves its group: rows of it that name different returned sales are refused together.
    /// Adjacent rows without a number can be one sale; those with a number between them do not matter.
    mutating func group(of row: inout ImportRow, at index: Int, _ kind: ImportKind) -> Int {
        guard let column = kind.saleColumn else { return index + 1 }
        let cells = RowProgress(row)
        if cells.text(column) == nil {
            if let unnumbered, unnumbered.row.mayHaveSale(of: row) { return unnumbered.group }
            row.startsSale = true
        }
        let numbers = [cells.number(in: column), cells.number(in: .returnOf)].compactMap(\.self)
        let group = numbers.compactMap { groups[$0] }.first ?? index + 1
        for number in numbers where groups[number] == nil { groups[number] = group }
        if row.startsSale { unnumbered = (row, group) }
        return group
    }
}

// MARK: - Records

extension ImportRow {
    fileprivate static let group = "rowGroup"
    fileprivate static let number = "rowNumber"

    /// The attributes of the records of rows. That of a column has its name.
    fileprivate static func attributes(_ columns: [ImportColumn]) -> [AttributeDescription] {
        let others: [(String, AttributeType)] = [
            (group, .integer64), (number, .integer64), ("line", .integer64),
            ("startsSale", .boolean), ("leftOut", .string), ("faults", .string),
        ]
        let cells = columns.map { ($0.rawValue, AttributeType.string) }
        return (others + cells).map { AttributeDescription($0, $1) }
    }

    fileprivate func values(
        _ columns: [ImportColumn], at index: Int, group: Int, number: Int64?
    ) throws -> [String: any Sendable] {
        var values: [String: any Sendable] = [
            ScratchTable.position: index, Self.group: group,
            Self.number: ScratchTable.value(number), "line": line, "startsSale": startsSale,
            "leftOut": ScratchTable.value(leftOut),
            "faults": try ScratchTable.json(faults.isEmpty ? nil : faults),
        ]
        for column in columns { values[column.rawValue] = ScratchTable.value(cells[column]) }
        return values
    }

    fileprivate init(_ record: FetchedDictionary, _ columns: [ImportColumn]) throws {
        var cells: [ImportColumn: String] = [:]
        cells.reserveCapacity(columns.count)
        for column in columns { cells[column] = record[column.rawValue]?.stringValue }
        self.init(
            line: record.integer("line"), cells: cells, leftOut: record["leftOut"]?.stringValue,
            faults: try record.json("faults") ?? [],
            startsSale: record["startsSale"]?.booleanValue ?? false)
    }
}
