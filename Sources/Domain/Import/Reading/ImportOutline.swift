import ObjectModel
import Persistence

/// The columns of a file with their targets, for the user to change.
public struct ImportOutline: Sendable, Hashable, Codable {
    /// A column of a table, or an attribute of a store.
    public struct Column: Sendable, Hashable, Codable {
        public let name: String
        /// The target; nil if it is ignored.
        public let column: ImportColumn?
        /// The cells of the first rows, shortened.
        public let samples: [String]
    }

    /// The kind of the rows; nil if it is unclear.
    public let kind: ImportKind?
    /// The entities of a store whose records can be items; empty for a table.
    public var entities: [String] = []
    /// The imported entity; nil for a table, and for a store without a known one.
    public var entity: String?
    /// The columns, in the order of the file.
    public let columns: [Column]
    /// Whether a cell looks like a card number, in any column; such a file is not stored. Stores
    /// are not checked.
    public var hasCardNumber = false

    /// The samples in all possible encodings; empty if the encoding is known.
    public var encodings: [EncodingSample] = []

    /// The number of rows in the samples.
    static let sampleCount = 3
    private static let sampleLength = 40

    /// A shortened cell, without a card number.
    static func sample(_ text: String) -> String {
        let line = ImportRow.oneLine(text)
        guard !CardNumber.looksLikeCardNumber(line) else { return "…" }
        return line.count > sampleLength ? line.prefix(sampleLength) + "…" : line
    }
}

extension ImportOutline {
    /// Reads the start of a table.
    ///
    /// - Throws: ``CSVFault``, ``ImportFault``, and errors of the file system.
    public init(
        contentsOf path: String, reading: ImportReading, limits: ImportLimits = ImportLimits()
    ) throws {
        let table = try ImportTable(
            ByteSource(contentsOf: path), as: reading, limits: limits)
        let kind = reading.kind(of: table.names)
        var reader = Reader(table)
        var hasCardNumber = false
        try table.forEach(progress: nil) { _, cells in
            reader.add(cells)
            hasCardNumber =
                hasCardNumber || cells.contains { CardNumber.looksLikeCardNumber($0.text) }
        }
        self = try reader.outline(kind, kind.map { table.header($0, reading.mapping) })
        self.hasCardNumber = hasCardNumber
    }

    /// Makes the outline of a table while its rows are read.
    struct Reader {
        private let table: ImportTable
        private var rows: [[JSONCell]] = []
        /// The indexes of columns that are empty so far: of those without a name, and of others.
        private(set) var blank: Set<Int>

        init(_ table: ImportTable, watching others: Set<Int> = []) {
            self.table = table
            blank = table.unnamed.union(others)
        }

        mutating func add(_ cells: [JSONCell]) {
            if rows.count < ImportOutline.sampleCount { rows.append(cells) }
            if !blank.isEmpty {
                blank = blank.filter { $0 >= cells.count || cells[$0].text.isEmpty }
            }
        }

        /// Whether a column has neither a name nor a cell.
        func isEmpty(_ index: Int) -> Bool {
            table.unnamed.contains(index) && blank.contains(index)
        }

        /// - Throws: errors of the file system.
        func outline(_ kind: ImportKind?, _ header: ImportHeader?) throws -> ImportOutline {
            let columns = table.names.indices.filter { !isEmpty($0) }.map { index in
                Column(
                    name: table.names[index], column: header?.places[index]?.column,
                    samples: rows.compactMap {
                        index < $0.count ? ImportOutline.sample($0[index].text) : nil
                    }.filter { !$0.isEmpty })
            }
            return ImportOutline(kind: kind, columns: columns, encodings: try table.samples)
        }
    }

    /// Reads a store: the detected entity, or the one that the user chose.
    ///
    /// - Throws: errors of the store.
    public init(storeAt path: String, reading: ImportReading) throws {
        let model = try PersistentStoreCoordinator.storedModel(at: path)
        self.init(StoreTable(model, reading), of: model, reading)
    }

    init(_ table: StoreTable?, of model: ManagedObjectModel, _ reading: ImportReading) {
        let names = model.entities.filter { !$0.isAbstract }.map(\.name).sorted()
        let entity = table?.entity ?? reading.entity.flatMap { names.contains($0) ? $0 : nil }
        // For an unknown entity, the user can choose any key path to a single value.
        var choices = table?.names ?? []
        if table == nil, let entity {
            choices = model.allAttributes(of: entity).map(\.name)
            choices += model.allRelationships(of: entity).filter { !$0.isToMany }.map(\.name)
        }
        self.init(
            kind: table?.kind, entities: table?.kind == .lines ? [] : names, entity: entity,
            columns: choices.map { Column(name: $0, column: table?.column(of: $0), samples: []) })
    }
}
