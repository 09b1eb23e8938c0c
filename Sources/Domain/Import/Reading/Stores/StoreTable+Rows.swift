import Foundation
import Persistence

extension StoreTable {
    /// Writes the records as rows, numbered from 1, with a batch of them in memory at a time.
    ///
    /// - Throws: ``CSVFault`` if their cells are too large, and errors of the store and of the file
    ///   system.
    func write(to rows: inout ImportRowsWriter, from container: PersistentContainer) throws {
        let ids = try container.read { context in
            var fetch = FetchRequest<ManagedObject>(entityName: entity)
            fetch.sortDescriptors = order.map { FetchSortDescriptor($0) }
            return try context.fetchObjectIDs(fetch)
        }
        var bytes = 0
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            let batch = ids[start..<min(start + Self.batchSize, ids.count)]
            let made = try container.read { context in
                try batch.enumerated().map { index, id in
                    try row(of: context.existingObject(with: id), line: start + index + 1)
                }
            }
            for row in made {
                bytes += row.cells.values.reduce(0) { $0 + $1.utf8.count }
                guard bytes <= Self.mostBytes else {
                    throw CSVFault.largeFile(size: bytes, limit: Self.mostBytes)
                }
                try rows.append(row)
            }
        }
    }

    /// The number of records, with their pictures, in a batch.
    private static let batchSize = 100

    /// The maximum number of bytes of all cells, which are mostly pictures.
    private static let mostBytes = 200_000_000

    private func row(of record: ManagedObject, line: Int) throws -> ImportRow {
        var row = ImportRow(line: line, try sources.flatMap { try cells(of: $0, record) })
        if let trashing, try record.attributeValue(forKey: trashing) != .null {
            row.leftOut = "it is in the trash, and is not imported"
        }
        return row
    }

    private typealias Cell = (place: ImportHeader.Place, text: String)

    private func cells(of source: Source, _ record: ManagedObject) throws -> [Cell] {
        let path = source.path[...]
        switch source.form {
        case .value:
            let text = try text(at: path, of: record, source.column)
            // An item without a picture is imported completely, without a note.
            return source.column == .thumbnail && text.isEmpty ? [] : [(source.place, text)]
        case .word(let word):
            let isTrue = try record.attributeValue(forKey: source.name) == .boolean(true)
            return isTrue ? [(source.place, word)] : []
        case .way(let outer): return [(source.place, try way(path, of: record, outer))]
        case .list:
            let texts = try records(source.name, of: record).map {
                try text(at: path.dropFirst(), of: $0, source.column)
            }
            return [(source.place, texts.filter { !$0.isEmpty }.sorted().joined(separator: ", "))]
        case .fields(let value):
            return try records(source.name, of: record).map { field in
                let name = try text(at: path.dropFirst(), of: field, source.column)
                let place = ImportHeader.Place(column: source.column, label: name)
                return (place, try text(at: [value], of: field, source.column))
            }
        case .own(let text): return [(source.place, try text(record))]
        }
    }

    private func records(_ name: String, of record: ManagedObject) throws -> [ManagedObject] {
        guard let context = record.managedObjectContext else { return [] }
        return try record.objectIDs(forRelationshipNamed: name).map(context.existingObject(with:))
    }

    /// The texts of a location and of its parents, outermost first.
    private func way(
        _ path: ArraySlice<String>, of record: ManagedObject, _ outer: String
    ) throws -> String {
        var texts: [String] = []
        var place = try path.first.flatMap { try record.value(forKey: $0) as? ManagedObject }
        while let here = place, texts.count < Self.longestWay {
            texts.append(try text(at: path.dropFirst(), of: here, .location))
            place = try here.value(forKey: outer) as? ManagedObject
        }
        return texts.reversed().filter { !$0.isEmpty }.joined(separator: LocationTree.separator)
    }

    /// The maximum length of the path; a longer one is a cycle.
    private static let longestWay = 100

    private func text(
        at path: ArraySlice<String>, of object: ManagedObject, _ column: ImportColumn
    ) throws -> String {
        guard let name = path.first else { return "" }
        guard path.count == 1 else {
            let next = try object.value(forKey: name) as? ManagedObject
            return try next.map { try text(at: path.dropFirst(), of: $0, column) } ?? ""
        }
        return Self.text(of: try object.attributeValue(forKey: name), in: column)
    }

    private static let amounts: Set<ImportColumn> = [
        .purchasePrice, .replacementValue, .unitPrice, .cost,
    ]

    private static func text(of value: AttributeValue, in column: ImportColumn) -> String {
        switch value {
        case .string(let text): text
        // A zero means that the item has no number yet.
        case .integer(0) where column == .itemNumber: ""
        case .integer(let number): "\(number)"
        // The binary fraction is rounded to whole cents.
        case .double(let number) where amounts.contains(column) && number >= 0:
            ImportFigure(amount: "\(number)")?.text ?? "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .boolean(let flag): flag ? "yes" : "no"
        case .date(let date): ImportDate.text(date)
        case .uuid(let key): key.uuidString
        case .url(let url): url.absoluteString
        case .data(let data): data.base64EncodedString()
        case .null, .deferred, .transformable, .object: ""
        }
    }
}
