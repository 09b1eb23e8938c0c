import ObjectModel
import Persistence

/// The columns of a file with their targets, for the user to change.
public struct ImportOutline: Sendable, Hashable {
    /// A column of a table, or an attribute of a store.
    public struct Column: Sendable, Hashable {
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
            ByteSource(contentsOf: path), as: reading.encoding, limits: limits)
        let kind = reading.kind(of: table.names)
        let header = kind.map { table.header($0, reading.mapping) }
        var rows: [[JSONCell]] = []
        var hasCardNumber = false
        var blank = table.unnamed
        try table.forEach(progress: nil) { _, cells in
            if rows.count < Self.sampleCount { rows.append(cells) }
            hasCardNumber =
                hasCardNumber || cells.contains { CardNumber.looksLikeCardNumber($0.text) }
            if !blank.isEmpty {
                blank = blank.filter { $0 >= cells.count || cells[$0].text.isEmpty }
            }
        }
        self.init(
            kind: kind,
            columns: table.names.indices.filter { !blank.contains($0) }.map { index in
                Column(
                    name: table.names[index], column: header?.places[index]?.column,
                    samples: rows.compactMap {
                        index < $0.count ? Self.sample($0[index].text) : nil
                    }.filter { !$0.isEmpty })
            })
        self.hasCardNumber = hasCardNumber
        encodings = try table.samples
    }

    /// Reads a store: the detected entity, or the one that the user chose.
    ///
    /// - Throws: errors of the store.
    public init(storeAt path: String, reading: ImportReading) throws {
        let model = try PersistentStoreCoordinator.storedModel(at: path)
        let table = StoreTable(model, reading)
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
