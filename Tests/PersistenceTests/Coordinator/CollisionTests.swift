import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Transactions that collide with others")
struct CollisionTests {
    private let container: PersistentContainer
    private let store: OutsideStore
    private let directory: TemporaryDirectory

    init() throws {
        var thing = EntityDescription("Thing")
        thing.attributes = [AttributeDescription("name", .string, isOptional: false)]
        OutsideStoreFactory.register()
        directory = try TemporaryDirectory()
        container = try PersistentContainer(
            model: ManagedObjectModel(entities: [thing]),
            store: StoreDescription(address: "outside://host\(directory.path)/things"))
        store = try #require(container.coordinator.stores[0] as? OutsideStore)
    }

    private func insert(_ name: String, _ context: ManagedObjectContext) throws {
        try ManagedObject(entityName: "Thing", context: context).setValue(name, forKey: "name")
    }

    private func count() throws -> Int {
        try container.read { try $0.count(for: FetchRequest<ManagedObject>(entityName: "Thing")) }
    }

    private static func undone(_ count: Int) -> [PersistenceError] {
        Array(repeating: .collision(isUndone: true), count: count)
    }

    @Test("The closure of `write` is retried until it does not collide")
    func closures() throws {
        store.fail(with: Self.undone(2))
        var runs = 0

        try container.write { context in
            runs += 1
            try insert("Leaf", context)
            try context.save()
        }

        #expect(runs == 3)
        #expect(try count() == 1)
        try container.close()
    }

    @Test("A transaction that was not fully undone is not retried")
    func kept() throws {
        store.fail(with: [PersistenceError.collision(isUndone: false)])
        var runs = 0

        let error = #expect(throws: PersistenceError.self) {
            try container.write { context in
                runs += 1
                try insert("Leaf", context)
                try context.save()
            }
        }

        #expect(runs == 1)
        #expect(error?.description.contains("try again") == true)
        #expect(try count() == 0)
    }

    @Test("A nested closure is retried only with the outer one")
    func nesting() throws {
        store.fail(with: Self.undone(1))
        var runs = (outer: 0, inner: 0)

        try container.write { _ in
            runs.outer += 1
            try container.write { context in
                runs.inner += 1
                try insert("Leaf", context)
                try context.save()
            }
        }

        #expect(runs == (2, 2))
        #expect(try count() == 1)
    }

    @Test("A collision in another coordinator’s closure does not retry the outer closure")
    func twoCoordinators() throws {
        let other = try CollisionTests()
        other.store.fail(with: Self.undone(1))
        var runs = (outer: 0, inner: 0)
        func writeBoth() throws {
            try container.write { context in
                runs.outer += 1
                try insert("Kept", context)
                try context.save()
                try other.container.write { context in
                    runs.inner += 1
                    try insert("Leaf", context)
                    try context.save()
                }
            }
        }

        try writeBoth()

        #expect(runs == (1, 2))
        other.store.fail(with: Self.undone(100))
        let error = #expect(throws: PersistenceError.self) { try writeBoth() }
        guard case .collision(isUndone: false) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(runs == (2, 22))
        #expect(try count() == 2)
        #expect(try other.count() == 1)
    }

    @Test("A save outside of a closure is retried")
    func saves() throws {
        store.fail(with: Self.undone(2))
        let context = ManagedObjectContext(container)
        try insert("Leaf", context)

        try context.save()

        #expect(!context.hasChanges)
        #expect(try count() == 1)
    }

    @Test("After many attempts the collision is thrown, and the changes are kept")
    func limit() throws {
        store.fail(with: Self.undone(20))
        let context = ManagedObjectContext(container)
        try insert("Leaf", context)

        #expect(throws: PersistenceError.self) { try context.save() }

        #expect(context.hasChanges)
        #expect(try count() == 0)
        try context.save()
        #expect(try count() == 1)
    }
}
