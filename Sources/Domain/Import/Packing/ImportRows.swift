import Foundation

/// The rows of a file, in its order. They are made one by one when they are asked for: a long table takes
/// no memory.
public struct ImportRows: Sendable {
    private let columns: [ImportColumn]
    private let packed: SpilledBytes
    /// Whether a cell had what looks like the number of a card.
    let hasCardNumber: Bool
    /// How days and amounts are written where a cell by itself leaves it open.
    var notations = CellNotations()

    /// None.
    init() {
        self.init(SpilledBytes(), columns: [])
    }

    /// Rows as they were written with separators.
    init(_ packed: SpilledBytes, columns: [ImportColumn], hasCardNumber: Bool = false) {
        self.packed = packed
        self.columns = columns
        self.hasCardNumber = hasCardNumber
    }

    /// How many there are.
    public var count: Int { packed.count }

    /// A row.
    ///
    /// - Throws: errors of the file system.
    public func row(at index: Int) throws -> ImportRow {
        var row = try ImportRow(packed: packed.bytes(at: index), columns)
        guard !notations.isEmpty else { return row }
        for (column, cell) in row.cells where column.isDay || column.content == .amount {
            row.cells[column] = notations.text(cell, column)
        }
        return row
    }

    /// Some rows.
    ///
    /// - Throws: errors of the file system.
    func rows(_ range: Range<Int>) throws -> [ImportRow] { try range.map(row(at:)) }

    /// All rows at once.
    ///
    /// - Throws: errors of the file system.
    func all() throws -> [ImportRow] { try rows(0..<count) }

    /// The bytes of a row.
    ///
    /// - Throws: errors of the file system.
    func bytes(at index: Int) throws -> [UInt8] { try packed.bytes(at: index) }
}

/// Writes the rows of a file.
struct ImportRowsWriter {
    private let columns: [ImportColumn]
    private var writer = SpilledBytesWriter()
    private var hasCardNumber = false
    /// Whether the item that an item is in is in a cell.
    private(set) var hasContainers = false
    /// Whether the key of an item is in a cell.
    private(set) var namesItems = false

    init(columns: [ImportColumn]) {
        self.columns = columns
    }

    /// How many rows there are so far.
    var count: Int { writer.count }

    /// Adds a row.
    ///
    /// - Throws: errors of the file system.
    mutating func append(_ row: ImportRow) throws {
        if row.faults.contains(where: { $0.message == ImportRow.cardRefusal }) {
            hasCardNumber = true
        }
        if row.cells[.container]?.isEmpty == false { hasContainers = true }
        if row.cells[.itemKey]?.isEmpty == false { namesItems = true }
        try writer.append(row.packed(columns))
    }

    /// All rows.
    ///
    /// - Throws: errors of the file system.
    mutating func finish() throws -> ImportRows {
        ImportRows(try writer.finish(), columns: columns, hasCardNumber: hasCardNumber)
    }
}
