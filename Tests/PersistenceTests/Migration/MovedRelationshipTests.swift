import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Relationships moved within a hierarchy while their inverse is renamed")
struct MovedRelationshipTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Books and magazines with bookmarks; the arguments say where the relationship is declared and
    /// how its inverse is named.
    private static func player(
        _ owner: String, _ name: String, inverse: String, isToMany: Bool = true
    ) -> ManagedObjectModel {
        var marks =
            isToMany
            ? RelationshipDescription(toMany: name, "Bookmark", inverse: inverse, isOptional: false)
            : RelationshipDescription(toOne: name, "Bookmark", inverse: inverse, isOptional: false)
        marks.isOptional = true
        var entities = [
            EntityDescription("Library", isAbstract: true),
            EntityDescription("Book", superentityName: "Library"),
            EntityDescription("Magazine", superentityName: "Library"),
            EntityDescription("Bookmark"),
        ]
        entities[0].attributes = [Farm.optional("title", .string)]
        for index in entities.indices where entities[index].name == owner {
            entities[index].relationships = [marks]
        }
        entities[3].attributes = [Farm.optional("label", .string)]
        entities[3].relationships = [
            Farm.optional(
                RelationshipDescription(toOne: inverse, owner, inverse: name, isOptional: false))
        ]
        return ManagedObjectModel(entities: entities)
    }

    private func makeStore(_ model: ManagedObjectModel, _ type: StoreType) throws -> String {
        let path = directory.path + "/Player.\(type.rawValue)"
        let container = try PersistentContainer(
            model: model, store: StoreDescription(type: type, path: path))
        try container.write { context in
            for title in ["Emma", "Persuasion"] {
                let book = try ManagedObject(entityName: "Book", context: context)
                try book.setValue(title, forKey: "title")
                let isToMany = book.layout.slot(named: "bookmarks")?.isToMany == true
                let marks = try (1...(isToMany ? 2 : 1)).map { number in
                    let mark = try ManagedObject(entityName: "Bookmark", context: context)
                    try mark.setValue("\(title) \(number)", forKey: "label")
                    return mark
                }
                if isToMany {
                    try book.setValue(marks, forKey: "bookmarks")
                } else {
                    try book.setValue(marks[0], forKey: "bookmarks")
                }
            }
            try context.save()
        }
        try container.close()
        return path
    }

    enum Way: CaseIterable {
        case inference, mapping
    }

    @Test(
        "All members are kept on both sides", arguments: [StoreType.sqlite, .binary, .xml],
        Way.allCases)
    func members(type: StoreType, way: Way) throws {
        for isToMany in [true, false] {
            let older = Self.player("Book", "bookmarks", inverse: "book", isToMany: isToMany)
            let newer = Self.player("Library", "bookmarks", inverse: "item", isToMany: isToMany)
            let path = try makeStore(older, type)

            var migration = StoreMigration(path: path, to: newer)
            if way == .mapping { migration.mapping = try .inferred(from: older, to: newer) }
            #expect(try migration.run())

            let container = try PersistentContainer(
                model: newer, store: StoreDescription(type: type, path: path))
            try container.read { context in
                let marks = try context.fetch(FetchRequest<ManagedObject>(entityName: "Bookmark"))
                #expect(marks.count == (isToMany ? 4 : 2))
                for mark in marks {
                    let book = try #require(try mark.value(forKey: "item") as? ManagedObject)
                    let title = try #require(try book.value(forKey: "title") as? String)
                    #expect("\(try mark.value(forKey: "label") ?? "")".hasPrefix(title))
                    let members = try book.predicateValue(forKey: "bookmarks").managedObjects
                    #expect(members.contains { $0 === mark })
                }
            }
            try container.close()
            #expect(try StoreCheck.faults(path: path) == [])
            try PersistentStoreCoordinator.destroyPersistentStore(at: path)
        }
    }

    @Test("A relationship that becomes its own inverse is symmetric")
    func ownInverse() throws {
        var older = Self.player("Book", "bookmarks", inverse: "book")
        let friends = RelationshipDescription(toMany: "similar", "Book", isOptional: false)
        try older.change("Book") { $0.relationships.append(Farm.optional(friends)) }
        var newer = older
        try newer.change("Book") { $0.relationships[1].inverseName = "similar" }
        let path = try makeStore(older, .sqlite)
        var container = try PersistentContainer(model: older, store: .sqlite(path: path))
        try container.write { context in
            let books = try context.fetch(FetchRequest<ManagedObject>(entityName: "Book"))
            try books[0].setValue([books[1]], forKey: "similar")
            try context.save()
        }
        try container.close()

        container = try PersistentContainer(model: newer, store: .sqlite(path: path))
        try container.read { (context) throws in
            #expect(
                try context.values("similar", of: "Book").sorted() == ["Emma", "Persuasion"])
        }
        try container.close()
    }

    @Test("An inverse that becomes to-one is refused for several owners, with a mapping too")
    func severalOwners() throws {
        var older = Self.player("Book", "bookmarks", inverse: "book")
        older.entities[1].relationships = []
        older.entities[3].relationships = []
        var newer = older
        let marks = RelationshipDescription(toMany: "bookmarks", "Bookmark", isOptional: false)
        try older.change("Book") { $0.relationships = [Farm.optional(marks)] }
        newer = older
        try newer.change("Book") { $0.relationships[0].inverseName = "book" }
        try newer.change("Bookmark") {
            $0.relationships = [
                Farm.optional(
                    RelationshipDescription(
                        toOne: "book", "Book", inverse: "bookmarks", isOptional: false))
            ]
        }
        let path = try makeStore(older, .sqlite)
        let container = try PersistentContainer(model: older, store: .sqlite(path: path))
        try container.write { context in
            let marks = try context.fetch(FetchRequest<ManagedObject>(entityName: "Bookmark"))
            for book in try context.fetch(FetchRequest<ManagedObject>(entityName: "Book")) {
                try book.setValue(marks, forKey: "bookmarks")
            }
            try context.save()
        }
        try container.close()

        var migration = StoreMigration(path: path, to: newer)
        let inferred = #expect(throws: MigrationError.self) { try migration.run() }
        migration.mapping = try .inferred(from: older, to: newer)
        migration.mapping?.entityMappings[0].expressions["title"] = try FetchExpression(
            mappingFormat: "$source.title")
        let mapped = #expect(throws: MigrationError.self) { try migration.run() }

        #expect(inferred?.description.hasPrefix("Bookmark.book: ") == true)
        #expect(inferred?.reason.contains("4 records had several") == true)
        #expect(mapped?.property == "bookmarks" && mapped?.entity == "Book")
    }
}
