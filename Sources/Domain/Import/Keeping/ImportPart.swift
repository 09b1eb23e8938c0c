import Foundation
import Persistence

/// What a part of an import makes and changes, which is saved by itself.
struct ImportPart: Codable {
    var made: [MadeRecords]
    var changed: [ChangedRecord]
    /// The folders that are made for its places, each before those in it; nil for none.
    var folders: [String]?
    /// The record numbers of those whose cards it makes or changes; nil for nobody.
    var cardOwners: [Int64]?
    /// How it moves on the number that no sale after it gets; nil if it does not.
    var numbering: Numbering?

    /// The greatest number that a sale ever had, before and after a save.
    struct Numbering: Codable {
        let former: Int64
        let last: Int64
    }
}

extension ImportPart {
    /// The record numbers of the customers in it, and of those whose cards are.
    var customers: [Int64] {
        made.filter { $0.entity == "Customer" }.flatMap { Array($0.numbers.numbers) }
            + changed.filter { $0.entity == "Customer" }.map(\.number) + (cardOwners ?? [])
    }

    /// Whether it was saved, as far as the records tell.
    ///
    /// - Throws: errors of the store.
    func isSaved(in context: ManagedObjectContext) throws -> Bool {
        if let first = made.first, let number = first.numbers.first {
            return try context.record(first.entity, number) != nil
        }
        return try changed.allSatisfy { entry in
            try context.record(entry.entity, entry.number).map(entry.isDone) ?? false
        }
    }

    /// What a context is about to save for an import, with permanent IDs of its new objects.
    ///
    /// - Parameter folders: the folders that are made for it.
    /// - Throws: errors of the store.
    init(_ context: ManagedObjectContext, folders: [String]) throws {
        // The save would do so, too late to be taken note of.
        Sale.countChanged(in: context)
        let (inserted, updated) = (context.insertedObjects, context.updatedObjects)
        let objects = inserted.filter(Self.isOfImport)
        var numbers: [String: [Int64]] = [:]
        for object in objects {
            guard let number = object.objectID.recordNumber else { continue }
            numbers[object.objectID.entityName, default: []].append(number)
        }
        made = numbers.sorted { $0.key < $1.key }.map {
            MadeRecords(entity: $0.key, numbers: NumberRanges($0.value))
        }
        changed = try updated.filter(Self.isOfImport).compactMap { object in
            let former = try Self.formerValues(of: object)
            guard !former.isEmpty, let number = object.objectID.recordNumber else { return nil }
            return ChangedRecord(
                entity: object.objectID.entityName, number: number,
                former: former, new: try Self.values(of: object, former.keys))
        }
        self.folders = folders.isEmpty ? nil : folders
        let owners = (inserted + updated).compactMap {
            ($0 as? CreditCard)?.customer?.objectID.recordNumber
        }
        cardOwners = owners.isEmpty ? nil : owners
        numbering = (inserted + updated).lazy.compactMap { $0 as? SaleNumbering }.first.map {
            var former: Int64 = 0
            if !$0.isInserted,
                case .integer(let last) = $0.committedValues(forKeys: ["last"])["last"]
            {
                former = last
            }
            return Numbering(former: former, last: $0.last)
        }
    }

    /// What a record had, of all that is changed. What every save makes of a customer's sales is no part of the import.
    private static func formerValues(of object: ManagedObject) throws -> [String: StoredValue] {
        let made = object is Customer ? Customer.madeProperties : []
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

    /// A step of the shopping list is no part of the import, because it comes and goes by itself, nor is
    /// what is kept beside items by every save.
    private static func isOfImport(_ object: ManagedObject) -> Bool {
        switch object {
        case is GroceryStep, is ItemNumbering, is SaleNumbering, is NumberSeries: false
        case let record as ValueRecord: record.isImported
        default: true
        }
    }

    private static func values(
        of object: ManagedObject, _ keys: some Sequence<String>
    ) throws -> [String: StoredValue] {
        var values: [String: StoredValue] = [:]
        for key in keys { values[key] = try StoredValue(key, of: object) }
        return values
    }
}

/// What the parts of an import have made and changed, in the order in which they were saved. They are read
/// one by one when they are asked for.
struct ImportParts: Sendable {
    private let lines: SpilledBytes
    /// What an import did that an earlier version saved at once.
    private let only: ImportPart?

    /// None, or one.
    init(_ only: ImportPart? = nil) {
        lines = SpilledBytes()
        self.only = only
    }

    /// The parts in a file; none if there is none. A line that was cut off is of a part that was not saved after it.
    ///
    /// - Throws: errors of the file system.
    init(at path: String) throws {
        only = nil
        guard let file = try TemporaryFile(reading: path) else {
            lines = SpilledBytes()
            return
        }
        lines = try SpilledBytes(file, from: 0, endingWith: UInt8(ascii: "\n"), isWhole: false)
    }

    /// How many there are.
    var count: Int { only == nil ? lines.count : 1 }

    /// A part.
    ///
    /// - Throws: errors of the file system and of the decoder.
    func part(at index: Int) throws -> ImportPart {
        try only ?? JSONDecoder().decode(ImportPart.self, from: Data(lines.bytes(at: index)))
    }
}

/// Records of an entity that an import made.
struct MadeRecords: Hashable, Codable {
    let entity: String
    let numbers: NumberRanges

    /// The version that a record has when it is made.
    static let firstVersion: Int64 = 1

    init(entity: String, numbers: NumberRanges) {
        self.entity = entity
        self.numbers = numbers
    }

    /// Earlier versions kept each record by itself, with its `number`.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entity = try container.decode(String.self, forKey: .entity)
        numbers =
            if let number = try container.decodeIfPresent(Int64.self, forKey: .number) {
                NumberRanges([number])
            } else {
                try container.decode(NumberRanges.self, forKey: .numbers)
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entity, forKey: .entity)
        try container.encode(numbers, forKey: .numbers)
    }

    private enum CodingKeys: String, CodingKey {
        case entity
        case number
        case numbers
    }
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
    /// The values that were changed, each by a name that no value of another record has.
    var changedKeys: [String] { new.keys.map(name) }

    func name(of key: String) -> String { "\(entity).\(number).\(key)" }

    /// Whether a record has the new values.
    ///
    /// - Throws: errors of the store.
    func isDone(to object: ManagedObject) throws -> Bool {
        try new.allSatisfy { try StoredValue($0.key, of: object) == $0.value }
    }
}

extension ManagedObjectContext {
    /// The record of a number; nil if there is none.
    ///
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
