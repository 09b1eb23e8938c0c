import Foundation
import ObjectModel
import Persistence

/// The records of an entity of somebody's model, as the rows of a table.
struct StoreTable: Sendable {
    /// What stands in a column.
    struct Source: Sendable {
        let place: ImportHeader.Place
        /// The relationships to the object that has it, and the attribute.
        let path: [String]

        var column: ImportColumn { place.column }
    }

    let kind: ImportKind
    let sources: [Source]
    /// The names of properties that are not read.
    let ignored: [String]
    /// The entity whose records are the rows.
    let entity: String
    /// By what the records are ordered; nil for the order in which they were made.
    private let order: String?

    /// Finds what can be imported of a model; nil if there is nothing.
    init?(_ model: ManagedObjectModel, _ reading: ImportReading) {
        switch reading.entity == nil ? reading.kind : .items {
        case .items?:
            guard let table = StoreTable(inventoryOf: model, reading) else { return nil }
            self = table
        case .lines?:
            guard let table = StoreTable(salesOf: model) else { return nil }
            self = table
        case nil:
            guard
                let table = StoreTable(inventoryOf: model, reading) ?? StoreTable(salesOf: model)
            else { return nil }
            self = table
        default: return nil
        }
    }

    /// The columns that are read, each once.
    var columns: [ImportColumn] {
        sources.reduce(into: []) { if !$0.contains($1.column) { $0.append($1.column) } }
    }

    // MARK: - What is where

    private static let itemNames: Set = ["Item", "BNRItem"]

    /// The inventory: the entity that a person named, or else by the entity's name, what it was named
    /// before, or by what it has.
    private init?(inventoryOf model: ManagedObjectModel, _ reading: ImportReading) {
        let entities = model.entities.filter {
            !$0.isAbstract && (reading.entity == nil || reading.entity == $0.name)
        }
        let candidates = entities.compactMap {
            entity -> (entity: EntityDescription, sources: [Source], weight: Int)? in
            let sources = Self.itemSources(entity, model, reading.mapping)
            let columns = Set(sources.map(\.column))
            let isNamed =
                Self.itemNames.contains(entity.name)
                || entity.renamingIdentifier.map(Self.itemNames.contains) ?? false
            let isAlike = !columns.isDisjoint(with: [.serialNumber, .valueInDollars, .itemKey])
            guard columns.contains(.itemName), isNamed || isAlike || reading.entity != nil else {
                return nil
            }
            return (entity, sources, sources.count + (isNamed ? 100 : 0))
        }
        guard let (entity, sources, _) = candidates.max(by: { $0.weight < $1.weight }) else {
            return nil
        }
        kind = .items
        self.entity = entity.name
        self.sources = sources
        order = sources.first { $0.column == .orderingValue }?.path.last
        let read = Set(sources.compactMap(\.path.first))
        ignored =
            (model.allAttributes(of: entity.name).map(\.name)
            + model.allRelationships(of: entity.name).map(\.name)).filter { !read.contains($0) }
    }

    private static func itemSources(
        _ entity: EntityDescription, _ model: ManagedObjectModel, _ mapping: ColumnMapping
    ) -> [Source] {
        var sources: [Source] = []
        func add(_ column: ImportColumn?, _ path: [String]) {
            guard let column else { return }
            guard column != .notes else {
                let label = ImportColumn(named: path[0], kind: .items) == .notes ? nil : path[0]
                sources.append(Source(place: .init(column: .notes, label: label), path: path))
                return
            }
            guard !sources.contains(where: { $0.column == column }) else { return }
            sources.append(Source(place: .init(column: column), path: path))
        }
        let attributes = model.allAttributes(of: entity.name).filter { !$0.isTransient }
        // What a person said comes first: nothing else takes its column.
        for attribute in attributes {
            guard case .column(let column)? = mapping.target(of: attribute.name) else { continue }
            let isOfItems = ImportKind.items.columns.contains(column) || column == .thumbnail
            if isOfItems, takes(column, attribute) { add(column, [attribute.name]) }
        }
        for attribute in attributes where mapping.target(of: attribute.name) == nil {
            let names = [attribute.name] + (attribute.renamingIdentifier.map { [$0] } ?? [])
            add(names.lazy.compactMap { column(named: $0, attribute) }.first, [attribute.name])
        }
        for relationship in model.allRelationships(of: entity.name) where !relationship.isToMany {
            let names = [relationship.name] + (relationship.renamingIdentifier.map { [$0] } ?? [])
            let label = model.allAttributes(of: relationship.destinationEntity)
                .first { $0.attributeType == .string && !$0.isTransient }
            guard let label else { continue }
            switch mapping.target(of: relationship.name) {
            case .nowhere: continue
            case .column(let column):
                if isOfTexts(column) { add(column, [relationship.name, label.name]) }
            case nil:
                let isType = names.contains { ImportColumn(named: $0, kind: .items) == .assetType }
                if isType { add(.assetType, [relationship.name, label.name]) }
            }
        }
        return sources
    }

    /// Whether values of an attribute can be read as those of a column: a text can be anything.
    private static func takes(_ column: ImportColumn, _ attribute: AttributeDescription) -> Bool {
        switch attribute.attributeType {
        case .binaryData, .transformable: column == .thumbnail
        case .date: [.dateCreated, .soldDate, .notes].contains(column)
        case let type where type.isNumeric:
            [.valueInDollars, .orderingValue].contains(column) || isOfTexts(column)
        default: column != .thumbnail
        }
    }

    private static func isOfTexts(_ column: ImportColumn) -> Bool {
        [.itemName, .serialNumber, .assetType, .notes].contains(column)
    }

    /// The column of an attribute, if its type fits.
    private static func column(
        named name: String, _ attribute: AttributeDescription
    ) -> ImportColumn? {
        switch attribute.attributeType {
        case .binaryData, .transformable:
            let pictures: Set = ["thumbnail", "thumbnaildata", "photo", "picture", "image"]
            return pictures.contains(ImportColumn.simplified(name)) ? .thumbnail : nil
        case .date:
            let column = ImportColumn(named: name, kind: .items)
            return column == .dateCreated || column == .soldDate ? column : nil
        case let type where type.isNumeric:
            let column = ImportColumn(named: name, kind: .items)
            return column == .valueInDollars || column == .orderingValue ? column : nil
        case .string, .uuid:
            let column = ImportColumn(named: name, kind: .items)
            let texts: [ImportColumn?] = [
                .itemName, .serialNumber, .itemKey, .assetType, .notes,
            ]
            return texts.contains(column) ? column : nil
        default: return nil
        }
    }

    /// The lines of sales of this program's own model, in any version.
    private init?(salesOf model: ManagedObjectModel) {
        guard model["SaleLine"] != nil, model["Sale"] != nil else { return nil }
        let paths: [(ImportColumn, [String])] = [
            (.number, ["sale", "number"]), (.date, ["sale", "date"]),
            (.customerName, ["sale", "customer", "name"]),
            (.emailid, ["sale", "customer", "emailid"]),
            (.contactno, ["sale", "customer", "contactno"]),
            (.returnOf, ["sale", "returnOf", "number"]), (.voidedAt, ["sale", "voidedAt"]),
            (.voidReason, ["sale", "voidReason"]), (.productName, ["product", "name"]),
            (.quantity, ["quantity"]), (.unitPrice, ["unitPrice"]), (.itemKey, ["itemKey"]),
        ]
        kind = .lines
        entity = "SaleLine"
        order = nil
        sources = paths.filter { Self.leads($0.1, from: "SaleLine", model) }
            .map { Source(place: .init(column: $0.0), path: $0.1) }
        ignored = []
    }

    /// Whether there is an attribute at the end of a path.
    private static func leads(
        _ path: [String], from entity: String, _ model: ManagedObjectModel
    ) -> Bool {
        var entity = entity
        for name in path.dropLast() {
            guard let next = model.allRelationships(of: entity).first(where: { $0.name == name })
            else { return false }
            entity = next.destinationEntity
        }
        return model.allAttributes(of: entity).contains { $0.name == path.last }
    }

    // MARK: - Rows

    /// Writes the records as rows, numbered from 1; some at a time are in memory.
    ///
    /// - Throws: ``CSVFault`` if there are too many, and errors of the store and of the file system.
    func write(
        to rows: inout ImportRowsWriter, from container: PersistentContainer, limits: ImportLimits
    ) throws {
        let ids = try container.read { context in
            var fetch = FetchRequest<ManagedObject>(entityName: entity)
            if let order { fetch.sortDescriptors = [FetchSortDescriptor(order)] }
            return try context.fetchObjectIDs(fetch)
        }
        guard ids.count <= limits.rows else {
            throw CSVFault.manyRows(limit: limits.rows)
        }
        var bytes = 0
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            let batch = ids[start..<min(start + Self.batchSize, ids.count)]
            let made = try container.read { context in
                try batch.enumerated().map { index, id in
                    let record = try context.existingObject(with: id)
                    let cells = try sources.map { source in
                        (place: source.place, text: try text(of: source.path[...], of: record))
                    }
                    return ImportRow(line: start + index + 1, cells)
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

    /// The records that are in memory together, with their pictures.
    private static let batchSize = 100

    /// The bytes of all cells, of which pictures are most.
    private static let mostBytes = 200_000_000

    private func text(of path: ArraySlice<String>, of object: ManagedObject) throws -> String {
        guard let name = path.first else { return "" }
        guard path.count == 1 else {
            let next = try object.value(forKey: name) as? ManagedObject
            return try next.map { try text(of: path.dropFirst(), of: $0) } ?? ""
        }
        return switch try object.attributeValue(forKey: name) {
        case .string(let text): text
        case .integer(let number): "\(number)"
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
