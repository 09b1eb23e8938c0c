import Foundation
import ObjectModel

/// Makes a store of the newer version from the objects of the older one, and replaces the old store
/// with it.
struct MappedMigration {
    let path: String
    let source: ManagedObjectModel
    let destination: ModelLayout
    let mapping: MappingModel
    let policies: [String: EntityMigrationPolicy.Type]
    let progress: (@Sendable (Double) -> Void)?
    let isCancelled: (@Sendable () -> Bool)?

    /// The contents of a store besides its records.
    private struct Remains {
        var metadata: StoreMetadata
        var maximumKeys: [String: Int64]
        /// The number of the history's last transaction; nil without a history.
        var lastTransaction: Int64?
    }

    /// Runs under the lock of the store, which is not open.
    func run() throws {
        try checkPolicies()
        let layout = try ModelLayout(source)
        var source = StoreDescription.existing(path: path)
        source.locksFile = false
        // Remains of a crash are removed before new files are written.
        try SQLiteStore(source, layout: layout).close()
        try StoreFiles(path: path).replace { staged, external in
            let old = try external.names()
            do {
                try make(staged, layout)
            } catch {
                StoreAccess(Self.staged(staged)).removeFiles()
                throw error
            }
            return Set(try ExternalJournal(external: external).read()).subtracting(old)
        }
    }

    /// The new store before it replaces the old one.
    private static func staged(_ path: String) -> StoreDescription {
        var description = StoreDescription.sqlite(path: path)
        description.locksFile = false
        description.isStaged = true
        description.shouldMigrateStoreAutomatically = false
        return description
    }

    private func make(_ staged: String, _ layout: ModelLayout) throws {
        StoreAccess(Self.staged(staged)).removeFiles()
        let remains = try remains(layout)
        let old = try SQLiteStore(.readOnly(path: path), layout: layout)
        let result = Result { try make(staged, remains, from: old, layout) }
        try old.close()
        try result.get()
    }

    private func make(
        _ staged: String, _ remains: Remains, from old: SQLiteStore, _ layout: ModelLayout
    ) throws {
        try prepare(staged, remains)
        let new = try SQLiteStore(Self.staged(staged), layout: destination)
        let result = Result { try convert(from: old, layout, to: new) }
        try new.close()
        try result.get()
        try DurableFile.sync(staged)
    }

    private func convert(from old: SQLiteStore, _ layout: ModelLayout, to new: SQLiteStore) throws {
        let source = ManagedObjectContext(
            PersistentStoreCoordinator(layout: layout, stores: [old]))
        let destination = ManagedObjectContext(
            PersistentStoreCoordinator(layout: destination, stores: [new]))
        let manager = MigrationManager(mapping, from: source, to: destination)
        manager.isCancelled = isCancelled
        try MappingRun(manager: manager, policies: policies, progress: progress).run()
        try manager.checkCancellation()
        try destination.save()
        progress?(1)
    }

    private func checkPolicies() throws {
        for mapping in mapping.entityMappings {
            guard let name = mapping.entityMigrationPolicyClassName,
                policies[policy: name] == nil
            else { continue }
            throw MigrationError(
                entity: mapping.destinationEntityName ?? mapping.name,
                reason: "its policy \(name) was not given to the migration")
        }
    }

    private func remains(_ layout: ModelLayout) throws -> Remains {
        let connection = try StoreAccess(.existing(path: path)).connect()
        let numbers = try StoredEntityNumbers(of: layout, storedIn: connection)
        let catalog = try StoreCatalog(connection)
        let schema = try SQLSchema.make(layout, numbers: numbers).adapted(to: catalog)
        try schema.placeholders(in: catalog).forEach(connection.executeOnce)
        let shape = try ExistingSchema(connection, schema: schema)
        return Remains(
            metadata: try StoreMetadata(reading: connection), maximumKeys: shape.maximumKeys,
            lastTransaction: shape.history != nil ? try HistoryTables.lastNumber(connection) : nil)
    }

    /// Makes the new store with the identity of the old one. It reuses no key of a record or number
    /// of a transaction, or readers with an older token would miss the transactions that have the
    /// same numbers.
    private func prepare(_ staged: String, _ remains: Remains) throws {
        var description = Self.staged(staged)
        description.tracksHistory = remains.lastTransaction != nil
        try SQLiteStore(description, layout: destination).close()
        let connection = try StoreAccess(description).connect()
        var metadata = remains.metadata
        metadata.setModel(destination.model)
        metadata.deferredTasks = DeferredTasks()
        try metadata.update(connection)
        try connection.withStatement("UPDATE Z_METADATA SET Z_UUID = ?") { statement in
            try statement.bind(metadata.identifier, at: 1)
            try statement.run()
        }
        let greatest = remains.maximumKeys.values.max() ?? 0
        try connection.executeOnce(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = \(greatest) WHERE Z_SUPER = 0 AND Z_ENT < 16000")
        if let last = remains.lastTransaction {
            try connection.executeOnce(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) "
                    + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        }
    }
}

extension [String: EntityMigrationPolicy.Type] {
    /// Finds a class by its name, which mapping models write with a module.
    subscript(policy name: String) -> EntityMigrationPolicy.Type? {
        self[name] ?? name.split(separator: ".").last.flatMap { self[String($0)] }
    }
}

struct MappingRun {
    let manager: MigrationManager
    let policies: [String: EntityMigrationPolicy.Type]
    let progress: (@Sendable (Double) -> Void)?

    private struct Work {
        var mapping: EntityMapping
        var policy: EntityMigrationPolicy
    }

    func run() throws {
        let work = manager.mappingModel.entityMappings.map { mapping in
            let policy = mapping.entityMigrationPolicyClassName.flatMap { policies[policy: $0] }
            return Work(mapping: mapping, policy: (policy ?? EntityMigrationPolicy.self).init())
        }
        progress?(0)
        for (number, item) in work.enumerated() {
            try createInstances(item)
            progress?(0.5 * Double(number + 1) / Double(work.count))
        }
        for (number, item) in work.enumerated() {
            try createRelationships(item)
            progress?(0.5 + 0.4 * Double(number + 1) / Double(work.count))
        }
        for item in work {
            try item.policy.performCustomValidation(forMapping: item.mapping, manager: manager)
            try item.policy.end(item.mapping, manager: manager)
        }
    }

    private func createInstances(_ item: Work) throws {
        let (mapping, policy) = (item.mapping, item.policy)
        try policy.begin(mapping, with: manager)
        for source in try sources(of: mapping) {
            try manager.checkCancellation()
            try policy.createDestinationInstances(
                forSource: source, in: mapping, manager: manager)
        }
        try policy.endInstanceCreation(forMapping: mapping, manager: manager)
    }

    private func createRelationships(_ item: Work) throws {
        let (mapping, policy) = (item.mapping, item.policy)
        for destination in manager.destinationInstances(of: mapping) {
            try manager.checkCancellation()
            try policy.createRelationships(
                forDestination: destination, in: mapping, manager: manager)
        }
        try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
    }

    /// The older objects in the order of their insertion.
    private func sources(of mapping: EntityMapping) throws -> [ManagedObject] {
        guard let name = mapping.sourceEntityName else { return [] }
        guard mapping.destinationEntityName != nil || mapping.entityMigrationPolicyClassName != nil
        else { return [] }
        guard manager.sourceModel[name] != nil else {
            throw MigrationError(
                entity: name,
                reason: "the mapping \(mapping.name) takes its records, and the "
                    + "older version does not have it")
        }
        var request = FetchRequest<ManagedObject>(entityName: name)
        request.includesSubentities = mapping.includesSubentities
        request.predicate = mapping.sourcePredicate
        return try manager.sourceContext.fetch(request)
    }
}
