import Persistence

/// What a context is about to save for an import.
struct ImportChanges {
    private let made: [ManagedObject]
    private let changed: [(object: ManagedObject, former: [String: StoredValue])]
    private let numbering: ImportPart.Numbering?

    /// Takes note, before the save; new objects have their permanent IDs.
    ///
    /// - Throws: errors of the store.
    init(_ context: ManagedObjectContext) throws {
        // The save would do so, too late to be taken note of.
        Sale.countChanged(in: context)
        made = context.insertedObjects.filter(Self.isOfImport)
        changed = try context.updatedObjects.filter(Self.isOfImport).compactMap { object in
            let former = try Self.formerValues(of: object)
            return former.isEmpty ? nil : (object, former)
        }
        let numberings = (context.insertedObjects + context.updatedObjects).lazy
            .compactMap { $0 as? SaleNumbering }
        numbering = numberings.first.map { numbering in
            var former: Int64 = 0
            if !numbering.isInserted,
                case .integer(let last) = numbering.committedValues(forKeys: ["last"])["last"]
            {
                former = last
            }
            return ImportPart.Numbering(former: former, last: numbering.last)
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

    /// The record of the import.
    ///
    /// - Parameter folders: the folders that are made for it. Default: none.
    /// - Throws: errors of the store.
    func record(
        id: String, of file: ImportFile, _ counts: ImportCounts, folders: [String] = []
    ) throws -> ImportRecord {
        let part = try part()
        return ImportRecord(
            id: id, file, counts, made: part.made, changed: part.changed, cardOwners: cardOwners,
            saleNumbers: made.compactMap { ($0 as? Sale)?.number }, folders: folders)
    }

    /// The numbers of what is made, and the values of what is changed.
    ///
    /// - Parameter folders: the folders that are made for it. Default: none.
    /// - Throws: errors of the store.
    func part(folders: [String] = []) throws -> ImportPart {
        var numbers: [String: [Int64]] = [:]
        for object in made {
            guard let number = object.objectID.recordNumber else { continue }
            numbers[object.objectID.entityName, default: []].append(number)
        }
        return ImportPart(
            made: numbers.sorted { $0.key < $1.key }.map {
                MadeRecords(entity: $0.key, numbers: NumberRanges($0.value))
            },
            changed: try changed.compactMap { object, former in
                guard let number = object.objectID.recordNumber else { return nil }
                return ChangedRecord(
                    entity: object.objectID.entityName, number: number,
                    former: former, new: try Self.values(of: object, former.keys))
            }, folders: folders.isEmpty ? nil : folders,
            cardOwners: cardOwners.isEmpty ? nil : cardOwners, numbering: numbering)
    }

    private var cardOwners: [Int64] {
        (made + changed.map(\.object)).compactMap {
            ($0 as? CreditCard)?.customer?.objectID.recordNumber
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
