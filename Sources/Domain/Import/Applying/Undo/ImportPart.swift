import Foundation
import ObjectModel
import Persistence

/// The changes of a part of an import, which is saved in one transaction.
struct ImportPart: Codable {
    var made: [CreatedRecords]
    var changed: [ChangedRecord]
    /// The folders made for its places, parents first; nil for none.
    var folders: [String]?
    /// The record numbers of customers whose cards it makes or changes; nil for none.
    var cardOwners: [Int64]?
    /// The change of the greatest sale number; nil for none.
    var numbering: Numbering?

    /// The greatest number that a sale ever had, before and after the save.
    struct Numbering: Codable {
        let former: Int64
        let last: Int64
    }
}

extension ImportPart {
    /// The record numbers of its customers and of the owners of its cards.
    var customers: [Int64] {
        made.filter { $0.entity == "Customer" }.flatMap { Array($0.numbers.numbers) }
            + changed.filter { $0.entity == "Customer" }.map(\.number) + (cardOwners ?? [])
    }

    /// Collects the unsaved changes of a context whose new objects have permanent IDs.
    ///
    /// - Throws: errors of the store.
    init(_ context: ManagedObjectContext, folders: [String]) throws {
        // The save would count too late for the changes to be recorded.
        Sale.countChanged(in: context)
        let (inserted, updated) = (context.insertedObjects, context.updatedObjects)
        let objects = inserted.filter(Self.isOfImport)
        var numbers: [String: [Int64]] = [:]
        for object in objects {
            guard let number = object.objectID.recordNumber else { continue }
            numbers[object.objectID.entityName, default: []].append(number)
        }
        made = numbers.sorted { $0.key < $1.key }.map {
            CreatedRecords(entity: $0.key, numbers: NumberRanges($0.value))
        }
        changed = try updated.filter(Self.isOfImport).compactMap { object in
            let former = try Self.formerValues(of: object)
            guard !former.isEmpty, let number = object.objectID.recordNumber else { return nil }
            let new: [String: StoredValue] = try former.keys.reduce(into: [:]) {
                $0[$1] = try StoredValue($1, of: object)
            }
            return ChangedRecord(
                entity: object.objectID.entityName, number: number, former: former, new: new)
        }
        self.folders = folders.isEmpty ? nil : folders
        let owners = (inserted + updated).compactMap {
            ($0 as? CreditCard)?.customer?.objectID.recordNumber
        }
        cardOwners = owners.isEmpty ? nil : owners
        numbering = (inserted + updated).lazy.compactMap { $0 as? SaleNumbering }.first.map {
            let former = $0.isInserted ? nil : $0.committedValues(forKeys: ["last"])["last"]
            return Numbering(former: former?.integerValue ?? 0, last: $0.last)
        }
    }

    /// The former values of changed properties, except those that every save derives from a
    /// customer's sales.
    private static func formerValues(of object: ManagedObject) throws -> [String: StoredValue] {
        let made = object is Customer ? Customer.computedProperties : []
        let keys = object.changedValues.keys.filter { !made.contains($0) }
        var former =
            keys.isEmpty
            ? [:] : object.committedValues(forKeys: keys).compactMapValues(StoredValue.init)
        let key = StoredValue.tagsKey
        if object is Item || object is Customer, let change = object.changedRelationships[key] {
            let kept = Set(try object.objectIDs(forRelationshipNamed: key)).subtracting(
                change.added)
            former[key] = StoredValue(tags: kept.union(change.removed))
        }
        return former
    }

    /// Excludes undo steps and running numbers, which saves make by themselves.
    private static func isOfImport(_ object: ManagedObject) -> Bool {
        switch object {
        case is UndoStep, is ItemNumbering, is SaleNumbering, is NumberSeries: false
        default: true
        }
    }
}

extension Household {
    /// The number of saved parts of an import.
    ///
    /// - Throws: errors of the store.
    func partCount(of id: String) throws -> Int {
        try container.write { try $0.count(for: FetchRequest<UndoStep>(.key("series") == id)) }
    }

    /// A part of an import, in the order of their saves.
    ///
    /// - Throws: errors of the store and of the decoder.
    func part(at index: Int, of id: String) throws -> ImportPart {
        // A reader could be waiting for the writer, which callers may hold.
        try container.write { context in
            let step = FetchRequest<UndoStep>(
                .and([.key("series") == id, .key("number") == index + 1]))
            let changes = try context.fetchFirst(step)?.changes
            return try JSONDecoder().decode(ImportPart.self, from: changes ?? Data())
        }
    }

    /// Deletes the parts of an import.
    ///
    /// - Throws: errors of the store and of the file system.
    func removeParts(of id: String) throws { try deleteSteps(.key("series") == id) }

    /// Deletes the parts that are not needed: their record has expired, or their deletion was
    /// interrupted.
    ///
    /// - Throws: errors of the store and of the file system.
    func removeOrphanedParts() throws {
        for id in try container.write({ try unneededParts(in: $0) }) { try removeParts(of: id) }
    }

    /// The imports that have parts, can no longer be undone and are not being undone.
    ///
    /// - Parameter includesUnreadable: whether to include those whose record cannot be read.
    ///   Default: false; they keep their parts until it has expired.
    /// - Throws: errors of the store.
    func unneededParts(
        in context: ManagedObjectContext, includingUnreadable includesUnreadable: Bool = false
    ) throws -> [String] {
        var request = DictionaryFetchRequest(
            entityName: "UndoStep", columns: [("series", .key("series"))])
        request.predicate = .key("token") == nil && .key("series") != UndoStep.groceries
        request.returnsDistinctResults = true
        return try context.fetchDictionaries(request).compactMap { $0["series"]?.stringValue }
            .filter {
                try !ImportRecord.needsParts(
                    of: $0, evenIfUnreadable: !includesUnreadable, in: context)
            }
    }
}

extension ImportPart {
    /// The new records that still exist, with one statement for each entity.
    ///
    /// - Parameter readsRelated: whether their relationships are read too, as a deletion does. Default: false.
    /// - Throws: errors of the store.
    func madeObjects(
        in context: ManagedObjectContext, readsRelated: Bool = false
    ) throws -> [ManagedObject] {
        let model = context.coordinator.managedObjectModel
        return try made.flatMap { entry in
            let related =
                readsRelated ? model.allRelationships(of: entry.entity).filter(\.isToMany) : []
            return try context.objects(
                entry.entity, entry.numbers.numbers, prefetching: related.map(\.name))
        }
    }

    /// The changed records that still exist, with one statement for each entity.
    ///
    /// - Throws: errors of the store.
    func changedObjects(
        in context: ManagedObjectContext
    ) throws -> [(object: ManagedObject, entry: ChangedRecord)] {
        var objects: [String: [Int64: ManagedObject]] = [:]
        for (entity, entries) in Dictionary(grouping: changed, by: \.entity) {
            let found = try context.objects(entity, entries.map(\.number))
            objects[entity] = Dictionary(
                found.map { ($0.savedNumber, $0) }, uniquingKeysWith: { $1 })
        }
        return changed.compactMap { entry in
            objects[entry.entity]?[entry.number].map { ($0, entry) }
        }
    }
}

/// The records of an entity that an import made.
struct CreatedRecords: Hashable, Codable {
    let entity: String
    let numbers: NumberRanges

    /// The version of a new record.
    static let firstVersion: Int64 = 1
}

/// A record that an import changed.
struct ChangedRecord: Hashable, Codable {
    let entity: String
    let number: Int64
    /// The values before and after the import, by key.
    let former: [String: StoredValue]
    let new: [String: StoredValue]
}

extension ChangedRecord {
    /// The changed values, by names that are unique among all records.
    var changedKeys: [String] { new.keys.map(name) }

    func name(of key: String) -> String { "\(entity).\(number).\(key)" }
}

extension ManagedObjectContext {
    /// The existing records with these numbers, in their order.
    ///
    /// - Throws: errors of the store.
    fileprivate func objects(
        _ entity: String, _ numbers: some Sequence<Int64>, prefetching keys: [String] = []
    ) throws -> [ManagedObject] {
        let ids = try numbers.map {
            try coordinator.objectID(entityName: entity, recordNumber: $0)
        }
        return try objects(with: ids, entityName: entity, prefetching: keys)
    }

    /// - Throws: errors of the store.
    func record(_ entity: String, _ number: Int64) throws -> ManagedObject? {
        let id = try coordinator.objectID(entityName: entity, recordNumber: number)
        do {
            return try existingObject(with: id)
        } catch PersistenceError.objectNotFound {
            return nil
        }
    }
}
