import Foundation
import ObjectModel
import Persistence
import Testing

#if POSTGRESQL
    import PersistencePostgreSQL
    import PostgreSQLServer
#endif

/// A store that tracks its history, in a directory that is deleted with it; on a server, in a
/// schema that belongs to the directory.
final class HistoryStore {
    static let model: ManagedObjectModel = {
        var person = EntityDescription("Person")
        person.attributes = ["name", "town", "code"].map { name in
            let attribute = AttributeDescription(name, .string)
            return attribute
        }
        person.attributes[2].preservesValueInHistoryOnDeletion = true
        var secret = AttributeDescription("secret", .string)
        secret.isTransient = true
        var key = AttributeDescription("aKey", .uuid)
        key.preservesValueInHistoryOnDeletion = true
        person.attributes += [secret, key]
        let friends = RelationshipDescription(toMany: "friends", "Person", inverse: "friends")
        person.relationships = [friends]
        return ManagedObjectModel(entities: [
            person, EntityDescription("Child", superentityName: "Person"),
        ])
    }()

    let directory: TemporaryDirectory
    let container: PersistentContainer
    var path: String { directory.path + "/People.sqlite" }

    init(
        tracksHistory: Bool = true, in directory: TemporaryDirectory? = nil,
        trace: SQLTrace? = nil
    ) throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        #if POSTGRESQL
            let name = directory.path.suffix(36).lowercased().replacing("-", with: "_")
            var store = StoreDescription.postgreSQL(
                try TestServer.shared().address(ofSchema: "h\(name)"))
        #else
            var store = StoreDescription.sqlite(path: directory.path + "/People.sqlite")
        #endif
        store.tracksHistory = tracksHistory
        store.trace = trace
        container = try PersistentContainer(model: Self.model, store: store)
    }

    func context(author: String? = nil) -> ManagedObjectContext {
        let context = ManagedObjectContext(container)
        context.transactionAuthor = author
        return context
    }

    func person(
        _ name: String, in context: ManagedObjectContext, entity: String = "Person"
    ) throws -> ManagedObject {
        let person = try ManagedObject(entityName: entity, context: context)
        try person.setValue(name, forKey: "name")
        return person
    }

    #if POSTGRESQL
        deinit {
            do { try container.close() } catch { Issue.record("The store stays open: \(error)") }
        }
    #else
        func raw(_ sql: String) throws -> [[String?]] { try RawDatabase(path).rows(sql) }
    #endif
}
