import Foundation
import ObjectModel

@testable import Persistence

/// A model with every feature of the store layout.
enum Zoo {
    static let model: ManagedObjectModel = {
        var model = ManagedObjectModel(entities: [animal, bird, fish, keeper, toy])
        model.versionIdentifiers = ["zoo"]
        return model
    }()

    private static let animal: EntityDescription = {
        var entity = EntityDescription("Animal", isAbstract: true)
        entity.attributes = [
            attribute("name", .string) { $0.isIndexed = true },
            attribute("weight", .decimal), attribute("born", .date), attribute("tag", .uuid),
            attribute("isShy", .boolean) { $0.defaultValueString = "YES" },
            attribute("photo", .binaryData) { $0.allowsExternalBinaryDataStorage = true },
            attribute("notes", .binaryData),
            attribute("mood", .undefined) { $0.isTransient = true },
        ]
        entity.relationships = [
            .init(toOne: "keeper", "Keeper", inverse: "animals", isOptional: false),
            .init(toMany: "friends", "Animal", inverse: "friendOf"),
            .init(toMany: "friendOf", "Animal", inverse: "friends"),
        ]
        entity.uniquenessConstraints = [["name", "tag"]]
        return entity
    }()

    private static let bird: EntityDescription = {
        var entity = EntityDescription("Bird", superentityName: "Animal")
        entity.attributes = [attribute("colour", .string), attribute("span", .double)]
        return entity
    }()

    private static let fish: EntityDescription = {
        var entity = EntityDescription("Fish", superentityName: "Animal")
        entity.attributes = [attribute("colour", .integer16), attribute("home", .uri)]
        return entity
    }()

    private static let keeper: EntityDescription = {
        var entity = EntityDescription("Keeper")
        entity.attributes = [
            attribute("name", .string) {
                $0.minValueString = "1"
                $0.maxValueString = "40"
                $0.regularExpression = "[A-Z].*"
            },
            attribute("salary", .decimal) { $0.defaultValueString = "12.5" },
        ]
        entity.relationships = [
            .init(toMany: "animals", "Animal", inverse: "keeper", isOrdered: true),
            .init(toOne: "favourite", "Animal"),
            .init(toMany: "toys", "Toy", inverse: "owners", isOrdered: true),
        ]
        entity.compoundIndexes = [["name", "salary"]]
        entity.indexes = [
            FetchIndexDescription(
                "bySalary", elements: [.init(propertyName: "salary", isAscending: false)])
        ]
        return entity
    }()

    private static let toy: EntityDescription = {
        var entity = EntityDescription("Toy")
        entity.renamingIdentifier = "Thing"
        entity.userInfo = ["safe": "yes"]
        entity.attributes = [attribute("label", .string)]
        entity.relationships = [
            .init(toMany: "owners", "Keeper", inverse: "toys"),
            .init(toMany: "twins", "Toy", inverse: "twins"),
        ]
        return entity
    }()

    private static func attribute(
        _ name: String, _ type: AttributeType,
        _ change: (inout AttributeDescription) -> Void = { _ in }
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name, type)
        change(&attribute)
        return attribute
    }
}

/// A store of zoos, in a directory that is deleted with it.
final class ZooStore {
    let directory: TemporaryDirectory
    let path: String
    let layout: ModelLayout
    private(set) var store: SQLiteStore

    init(readerCount: Int = 4, _ change: (inout StoreDescription) -> Void = { _ in }) throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/Zoo.sqlite"
        layout = try ModelLayout(Zoo.model)
        var options = StoreDescription.sqlite(path: path)
        options.sqlite.externalDataThreshold = 10_000
        change(&options)
        store = try SQLiteStore(options, layout: layout, readerCount: readerCount)
    }

    deinit {
        try? store.close()
    }

    func reopen() throws {
        try store.close()
        store = try SQLiteStore(.sqlite(path: path), layout: layout)
    }

    func entity(_ name: String) throws -> EntityLayout {
        guard let entity = layout.entity(named: name) else {
            throw PersistenceError.unknownEntity(name)
        }
        return entity
    }

    func slot(_ name: String, of entity: String) throws -> PropertySlot {
        guard let slot = try self.entity(entity).slot(named: name) else {
            throw PersistenceError.unknownProperty(entity: entity, property: name)
        }
        return slot
    }

    func id(_ entity: String, _ key: Int64) throws -> ManagedObjectID {
        store.storeEntities.objectID(entityNumber: try self.entity(entity).number, key: key)
    }

    func row(
        _ entity: String, version: Int64 = 1, _ values: [String: AttributeValue]
    ) throws -> RowSnapshot {
        let row = RowSnapshot(count: try self.entity(entity).valueCount, version: version)
        for (name, value) in values { row[try slot(name, of: entity).number] = value }
        return row
    }

    func write<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        try store.withWriteSession { try $0.transaction(body) }
    }

    func read<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try store.withReadSession(body)
    }

    /// Saves a record and returns its primary key.
    @discardableResult
    func insert(_ entity: String, _ values: [String: AttributeValue] = [:]) throws -> Int64 {
        let layout = try self.entity(entity)
        let row = try row(entity, values)
        return try write { transaction in
            let key = try transaction.allocateKeys(rootNumber: layout.rootNumber, count: 1)
            try transaction.insert([StoreInsert(key: key, row: row)], into: layout)
            return key
        }
    }

    /// Changes a record and returns the conflicts.
    @discardableResult
    func update(
        _ entity: String, _ key: Int64, expecting version: Int64?,
        _ values: [String: AttributeValue]
    ) throws -> [StoreConflict] {
        let row = try row(entity, version: (version ?? 1) + 1, values)
        let changed = try values.keys.map { try slot($0, of: entity).number }.sorted()
        return try write {
            try $0.update(
                [StoreUpdate(key: key, expectedVersion: version, row: row, changed: changed)],
                of: try self.entity(entity))
        }
    }

    func value(_ name: String, of entity: String, _ key: Int64) throws -> AttributeValue? {
        let number = try slot(name, of: entity).number
        return try read { try $0.row(of: try self.entity(entity), key: key)?.snapshot()[number] }
    }

    /// The rows of a query, as any program reads the file.
    func raw(_ sql: String) throws -> [[String?]] {
        try RawDatabase(path).rows(sql)
    }
}
