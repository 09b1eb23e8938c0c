import ObjectModel
import Persistence

/// The columns of a file, and where they go: what a person has to see who says it otherwise.
public struct ImportOutline: Sendable, Hashable {
    /// A column of a table, or an attribute of a store.
    public struct Column: Sendable, Hashable {
        /// The name in the file.
        public let name: String
        /// Where it goes; nil if it is not read.
        public let column: ImportColumn?
        /// What stands in the first rows, shortened.
        public let samples: [String]
    }

    /// What the rows are; nil if the file does not say it.
    public let kind: ImportKind?
    /// The entities of a store whose records may be items; empty for a table.
    public var entities: [String] = []
    /// The entity that is read; nil for a table, and for a store in which none is known.
    public var entity: String?
    /// The columns, in the order of the file.
    public let columns: [Column]
    /// Whether a cell looks like the number of a card, wherever it goes; such a file is not kept. Not
    /// looked for in stores.
    public var hasCardNumber = false

    /// How it reads in each encoding that it can be in; empty if the file says itself what it is in.
    public var encodings: [EncodingSample] = []

    /// How many rows are looked at.
    static let sampleCount = 3
    private static let sampleLength = 40

    /// A cell as it is shown: short, and without what looks like the number of a card.
    static func sample(_ text: String) -> String {
        let line = ImportRow.oneLine(text)
        guard !CardNumber.looksLikeCardNumber(line) else { return "…" }
        return line.count > sampleLength ? line.prefix(sampleLength) + "…" : line
    }
}

extension ImportOutline {
    /// Looks at the beginning of a table.
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
        try table.forEach(limits: limits, progress: nil) { _, cells in
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

    /// Looks at a store: at the entity that is read, or else at the one that a person named.
    ///
    /// - Throws: errors of the store.
    public init(storeAt path: String, reading: ImportReading) throws {
        let model = try PersistentStoreCoordinator.storedModel(at: path)
        let table = StoreTable(model, reading)
        let names = model.entities.filter { !$0.isAbstract }.map(\.name).sorted()
        let entity = table?.entity ?? reading.entity.flatMap { names.contains($0) ? $0 : nil }
        // Of an entity that is no table yet, a person says it of whatever leads to one value.
        var choices = table?.names ?? []
        if table == nil, let entity {
            choices = model.allAttributes(of: entity).map(\.name)
            choices += model.allRelationships(of: entity).filter { !$0.isToMany }.map(\.name)
        }
        self.init(
            kind: table?.kind, entities: table?.kind == .lines ? [] : names,
            entity: entity,
            columns: choices.map {
                Column(name: $0, column: table?.column(of: $0), samples: [])
            })
    }
}
