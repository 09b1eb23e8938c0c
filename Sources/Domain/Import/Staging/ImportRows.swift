import Foundation

/// The rows of a file in its order, each made on demand, so that a long table takes little memory.
public struct ImportRows: Sendable {
    private let columns: [ImportColumn]
    private let packed: SpilledBytes
    /// Whether a cell looks like a card number.
    let hasCardNumber: Bool
    /// The notations of days and amounts in columns whose single cells are ambiguous.
    var notations = CellNotations()

    init() { self.init(SpilledBytes(), columns: []) }

    init(_ packed: SpilledBytes, columns: [ImportColumn], hasCardNumber: Bool = false) {
        self.packed = packed
        self.columns = columns
        self.hasCardNumber = hasCardNumber
    }

    public var count: Int { packed.count }

    /// - Throws: errors of the file system.
    public func row(at index: Int) throws -> ImportRow {
        var row = try ImportRow(packed: packed.bytes(at: index), columns)
        guard !notations.isEmpty else { return row }
        for (column, cell) in row.cells where column.isDay || column.content == .amount {
            row.cells[column] = notations.text(cell, column)
        }
        return row
    }

    /// - Throws: errors of the file system.
    func bytes(at index: Int) throws -> [UInt8] { try packed.bytes(at: index) }
}

struct ImportRowsWriter {
    private let columns: [ImportColumn]
    private var writer = SpilledBytesWriter()
    private var hasCardNumber = false
    /// Whether a row names a container.
    private(set) var hasContainers = false
    /// Whether a row has the key of an item.
    private(set) var namesItems = false

    init(columns: [ImportColumn]) { self.columns = columns }

    var count: Int { writer.count }

    /// - Throws: errors of the file system.
    mutating func append(_ row: ImportRow) throws {
        if row.faults.contains(where: { $0.message == ImportRow.cardRefusal }) {
            hasCardNumber = true
        }
        if row.cells[.container]?.isEmpty == false { hasContainers = true }
        if row.cells[.itemKey]?.isEmpty == false { namesItems = true }
        try writer.append(row.packed(columns))
    }

    /// - Throws: errors of the file system.
    mutating func finish() throws -> ImportRows {
        ImportRows(try writer.finish(), columns: columns, hasCardNumber: hasCardNumber)
    }
}
