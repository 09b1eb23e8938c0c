import Foundation
import ObjectModel
import Persistence

extension ImportOutline {
    /// Looks at the beginning of a table.
    ///
    /// - Throws: ``CSVFault``, ``ImportFault``, and errors of the file system.
    public init(
        contentsOf path: String, reading: ImportReading, limits: ImportLimits = ImportLimits()
    ) throws {
        let source = try ByteSource(contentsOf: path)
        guard source.count <= limits.bytes else {
            throw CSVFault.largeFile(size: source.count, limit: limits.bytes)
        }
        let text = try CSVText(source, as: reading.encoding)
        if try text.isJSON() {
            var objects: [[String: JSONCell]] = []
            var hasCardNumber = false
            try JSONRecords(text, limits: limits).forEach { _, members in
                if objects.count < Self.sampleCount { objects.append(members) }
                hasCardNumber =
                    hasCardNumber || members.contains { Self.isCardNumber($0.value.text) }
            }
            let names = Set(objects.flatMap(\.keys)).sorted()
            self.init(
                names: names, reading, hasOwnNames: true,
                rows: objects.map { members in names.map { members[$0]?.text ?? "" } })
            self.hasCardNumber = hasCardNumber
            encodings = try text.samples
            return
        }
        var start = try TableStart(text, limits: limits)
        var rows: [[String]] = []
        var hasCardNumber = false
        while let record = try start.parser.next() {
            if rows.count < Self.sampleCount { rows.append(record.cells) }
            hasCardNumber = hasCardNumber || record.cells.contains(where: Self.isCardNumber)
        }
        self.init(names: start.names, reading, rows: rows)
        self.hasCardNumber = hasCardNumber
        encodings = try text.samples
    }

    private static func isCardNumber(_ cell: String) -> Bool {
        CardNumber.looksLikeCardNumber(cell)
    }

    private init(
        names: [String], _ reading: ImportReading, hasOwnNames: Bool = false, rows: [[String]]
    ) {
        let kind = reading.kind(of: names)
        let header = kind.map {
            ImportHeader(names, kind: $0, mapping: reading.mapping, hasOwnNames: hasOwnNames)
        }
        self.init(
            kind: kind,
            columns: names.enumerated().map { index, name in
                Column(
                    name: name, column: header?.places[index]?.column,
                    samples: rows.compactMap { index < $0.count ? Self.sample($0[index]) : nil }
                        .filter { !$0.isEmpty })
            })
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
