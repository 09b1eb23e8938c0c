import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

extension MigrationTests {
    /// An older and a newer version of a model, in which entities have different numbers.
    private enum Village {
        static let older = ManagedObjectModel(entities: [
            entity("Basket", [string("label")]),
            entity("Person", [preserved(string("code")), string("name"), string("town")]),
            entity("Visit", [preserved(string("note")), string("place")]),
        ])

        /// An entity with a lower number is added, one is removed, one is renamed, and one has a
        /// new attribute.
        static let newer: ManagedObjectModel = {
            var wanderer = entity(
                "Wanderer", [preserved(string("code")), string("name"), string("town")])
            wanderer.renamingIdentifier = "Person"
            return ManagedObjectModel(entities: [
                entity("Aisle", [string("label")]),
                entity("Visit", [preserved(string("note")), string("mood"), string("place")]),
                wanderer,
            ])
        }()

        static func entity(
            _ name: String, _ attributes: [AttributeDescription]
        ) -> EntityDescription {
            var entity = EntityDescription(name)
            entity.attributes = attributes
            return entity
        }

        static func string(_ name: String) -> AttributeDescription {
            optional(name, .string)
        }

        static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
            AttributeDescription(name, type)
        }

        static func preserved(_ attribute: AttributeDescription) -> AttributeDescription {
            var attribute = attribute
            attribute.preservesValueInHistoryOnDeletion = true
            return attribute
        }
    }

    /// Makes four transactions with different authors.
    private func writeVillage(_ container: PersistentContainer) throws {
        let context = ManagedObjectContext(container)
        context.transactionAuthor = "Ann"
        let eve = try context.make("Person", ["name": "Eve", "code": "E"])
        let kim = try context.make("Person", ["name": "Kim", "code": "K"])
        let visit = try context.make("Visit", ["note": "rain"])
        let basket = try context.make("Basket", ["label": "apples"])
        try context.save()
        context.transactionAuthor = "Ben"
        try eve.setValue("Ulm", forKey: "town")
        try visit.setValue("inn", forKey: "place")
        context.historyAnnotations = [eve.objectID: Data("Eve of nowhere".utf8)]
        try context.save()
        context.transactionAuthor = "Cid"
        context.delete(basket)
        try context.save()
        context.transactionAuthor = "Dan"
        for object in [kim, visit] { context.delete(object) }
        try context.save()
    }

    /// The history as text, one line per transaction.
    private func lines(
        _ container: PersistentContainer,
        _ request: PersistentHistoryChangeRequest = .fetchHistory(after: nil)
    ) throws -> [String] {
        try ManagedObjectContext(container).fetchHistory(request).map { transaction in
            let head = "\(transaction.transactionNumber) \(transaction.author ?? "nobody")"
            return ([head] + transaction.changes.map(line).sorted()).joined(separator: "; ")
        }
    }

    private func line(_ change: PersistentHistoryChange) -> String {
        var words = [
            "\(change.changeType) \(change.changedObjectID.entityName) "
                + "\(change.changedObjectID.key)"
        ]
        if let properties = change.updatedProperties {
            words.append("of \(properties.sorted().joined(separator: ", "))")
        }
        words += change.tombstone.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if let annotation = change.annotation {
            words.append("(\(String(decoding: annotation, as: UTF8.self)))")
        }
        return words.joined(separator: " ")
    }

    /// Runs a closure with a store in the older version, and another one after its migration.
    private func migrating<T>(
        _ store: StoreDescription, from older: ManagedObjectModel = Village.older,
        to newer: ManagedObjectModel = Village.newer,
        before: (PersistentContainer) throws -> Void,
        after: (PersistentContainer) throws -> T
    ) throws -> T {
        var store = store
        store.tracksHistory = true
        let stages = store.migrationStages
        store.migrationStages = []
        let old = try PersistentContainer(model: older, store: store)
        let written = Result { try before(old) }
        try old.close()
        try written.get()
        store.migrationStages = stages
        let new = try PersistentContainer(model: newer, store: store)
        let read = Result { try after(new) }
        try new.close()
        return try read.get()
    }

    private func newStore() throws -> StoreDescription {
        .postgreSQL(try TestServer.shared().newAddress())
    }

    /// Runs a closure with a store in a file that is removed afterwards.
    private func withFile<T>(_ body: (StoreDescription) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "village-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(.sqlite(path: folder.appending(path: "Village.sqlite").path))
    }

    private func saveEve(_ container: PersistentContainer) throws {
        let context = ManagedObjectContext(container)
        context.transactionAuthor = "Eve"
        _ = try context.make("Wanderer", ["name": "Eve"])
        try context.save()
    }

    /// The history of the village after its migration.
    private static let told = [
        "1 Ann; insert Visit 1; insert Wanderer 1; insert Wanderer 2",
        "2 Ben; update Visit 1; update Wanderer 1 of town (Eve of nowhere)",
        "3 Cid",
        "4 Dan; delete Visit 1 note string(\"rain\"); delete Wanderer 2 code string(\"K\")",
    ]

    @Test("The history after a migration equals that of an SQLite store")
    func history() throws {
        let told = try migrating(newStore(), before: writeVillage) { try lines($0) }
        let expected = try withFile {
            try migrating($0, before: writeVillage) { try lines($0) }
        }

        #expect(told == Self.told)
        #expect(told == expected)
    }

    @Test("A migration keeps the history if the role cannot create schemas")
    func historyWithoutSchemas() throws {
        let store = StoreDescription.postgreSQL(try addressWithoutSchemas())

        #expect(try migrating(store, before: writeVillage) { try lines($0) } == Self.told)
    }

    @Test("A migration with a mapping model that needs no objects keeps the history")
    func mappedHistory() throws {
        var store = try newStore()
        store.migrationStages = [
            .mapped(
                try MappingModel.inferred(from: Village.older, to: Village.newer),
                from: Village.older, to: Village.newer)
        ]

        #expect(try migrating(store, before: writeVillage) { try lines($0) } == Self.told)
    }

    @Test("A migration in two stages keeps the same history as in one")
    func stagedHistory() throws {
        var last = Village.newer
        for index in last.entities.indices where last.entities[index].name == "Visit" {
            last.entities[index].attributes.append(Village.string("weather"))
        }
        var store = try newStore()
        store.migrationStages = [
            .lightweight([Village.older, Village.newer]), .lightweight([last]),
        ]

        let told = try migrating(store, to: last, before: writeVillage) { try lines($0) }

        #expect(told == Self.told)
    }

    @Test("History tokens are valid after a migration, and deleted history stays deleted")
    func historyTokens() throws {
        var tokens: [PersistentHistoryToken] = []
        func note(_ container: PersistentContainer) throws {
            try tokens.append(container.coordinator.currentPersistentHistoryToken())
        }
        func heard(
            _ container: PersistentContainer, after token: PersistentHistoryToken
        ) throws -> [String] {
            try lines(container, .fetchHistory(after: token)).map { String($0.prefix(5)) }
        }

        try migrating(newStore()) { container in
            let context = ManagedObjectContext(container)
            for author in ["Ann", "Ben", "Cid", "Dan"] {
                context.transactionAuthor = author
                _ = try context.make("Person", ["name": author])
                try context.save()
                try note(container)
            }
            try context.deleteHistory(before: tokens[2])
        } after: { container in
            try saveEve(container)

            #expect(throws: PersistenceError.self) {
                try heard(container, after: tokens[0])
            }
            #expect(try heard(container, after: tokens[1]) == ["3 Cid", "4 Dan", "5 Eve"])
            #expect(try heard(container, after: tokens[2]) == ["4 Dan", "5 Eve"])
            #expect(try heard(container, after: tokens[3]) == ["5 Eve"])
        }
    }

    @Test("The history numbers continue after a migration if all history was deleted")
    func forgottenHistory() throws {
        try migrating(newStore()) { container in
            try writeVillage(container)
            try ManagedObjectContext(container).deleteHistory(before: Date.distantFuture)
        } after: { container in
            #expect(try lines(container) == [])
            try saveEve(container)

            #expect(try lines(container).map { $0.prefix(5) } == ["5 Eve"])
        }
    }

    @Test("Preserved values keep their types in a migration, and new ones are added")
    func tombstones() throws {
        let newer = ManagedObjectModel(entities: [
            Village.entity(
                "Person",
                [
                    Village.preserved(Village.string("code")), Village.string("name"),
                    Village.preserved(Village.string("town")),
                ]),
            Village.entity(
                "Visit",
                [
                    Village.preserved(Village.optional("count", .integer64)),
                    Village.string("note"), Village.string("place"),
                ]),
        ])
        try migrating(newStore(), to: newer, before: writeVillage) { container in
            let context = ManagedObjectContext(container)
            context.transactionAuthor = "Eve"
            try context.named("Person").first?.setValue("Bonn", forKey: "town")
            let visit = try context.make("Visit")
            try visit.setValue(Int64(7), forKey: "count")
            try context.save()
            let key = visit.objectID.key
            for object in try context.named("Person") + [visit] { context.delete(object) }
            try context.save()

            let told = try lines(container)
            #expect(told[3] == "4 Dan; delete Person 2 code string(\"K\"); delete Visit 1")
            #expect(
                told.last == "6 Eve; delete Person 1 code string(\"E\") town string(\"Bonn\"); "
                    + "delete Visit \(key) count integer(7)")
        }
    }

    @Test("Preserved values keep their attributes if others are added or removed before them")
    func attributesOfTombstones() throws {
        let newer = ManagedObjectModel(entities: [
            Village.entity(
                "Person",
                [
                    Village.preserved(Village.string("area")),
                    Village.preserved(Village.string("code")), Village.string("name"),
                ]),
            Village.entity(
                "Visit", [Village.string("note"), Village.preserved(Village.string("place"))]),
        ])

        try migrating(newStore(), to: newer, before: writeVillage) { container in
            let told = try lines(container)
            #expect(told[3] == "4 Dan; delete Person 2 code string(\"K\"); delete Visit 1")
        }
    }

    @Test(
        "A mapping model with objects restarts the history with higher numbers",
        arguments: [false, true])
    func historyOfObjects(addsStage: Bool) throws {
        var mapping = try MappingModel.inferred(from: Village.older, to: Village.newer)
        for index in mapping.entityMappings.indices
        where mapping.entityMappings[index].destinationEntityName == "Visit" {
            mapping.entityMappings[index].expressions["mood"] = try FetchExpression(
                mappingFormat: "uppercase($source.place)")
        }
        var store = try newStore()
        store.migrationStages = [.mapped(mapping, from: Village.older, to: Village.newer)]
        var last = Village.newer
        if addsStage {
            // The last version has more entities than the first.
            last.entities += ["Alley", "Arch", "Attic"].map { Village.entity($0, []) }
            store.migrationStages.append(.lightweight([last]))
        }
        var tokens: [PersistentHistoryToken] = []

        try migrating(store, to: last) { container in
            try writeVillage(container)
            try tokens.append(container.coordinator.currentPersistentHistoryToken())
            let context = ManagedObjectContext(container)
            _ = try context.make("Person")
            try context.save()
            try tokens.append(container.coordinator.currentPersistentHistoryToken())
        } after: { container in
            try saveEve(container)

            #expect(try lines(container).map { $0.prefix(5) } == ["7 Eve"])
            for token in tokens {
                #expect(throws: PersistenceError.self) {
                    try lines(container, .fetchHistory(after: token))
                }
            }
        }
    }

    @Test("A save in a migration handler invalidates the tokens and keeps the history")
    func historyOfHandlers() throws {
        var store = try newStore()
        store.migrationStages = [
            .custom(
                from: Village.older, to: Village.newer,
                didMigrate: { container in
                    let context = ManagedObjectContext(container)
                    for person in try context.named("Wanderer") {
                        try person.setValue("Bonn", forKey: "town")
                    }
                    try context.save()
                })
        ]
        var token: PersistentHistoryToken?

        try migrating(store) { container in
            try writeVillage(container)
            token = try container.coordinator.currentPersistentHistoryToken()
        } after: { container in
            #expect(try lines(container) == Self.told)
            #expect(throws: PersistenceError.self) {
                try lines(container, .fetchHistory(after: token))
            }
            let now = try container.coordinator.currentPersistentHistoryToken()
            #expect(try lines(container, .fetchHistory(after: now)) == [])
        }
    }
}
