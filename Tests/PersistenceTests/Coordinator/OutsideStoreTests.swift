import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Custom persistent stores")
struct OutsideStoreTests {
    private let layout: ModelLayout

    init() throws {
        var thing = EntityDescription("Thing")
        thing.attributes = [AttributeDescription("name", .string, isOptional: false)]
        let parent = RelationshipDescription(toOne: "parent", "Thing", inverse: "children")
        let children = RelationshipDescription(toMany: "children", "Thing", inverse: "parent")
        thing.relationships = [parent, children]
        layout = try ModelLayout(ManagedObjectModel(entities: [thing]))
    }

    private func thing(_ name: String, _ context: ManagedObjectContext) throws -> ManagedObject {
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue(name, forKey: "name")
        return thing
    }

    private func names(_ context: ManagedObjectContext) throws -> [String?] {
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.sortDescriptors = [FetchSortDescriptor("name")]
        return try context.fetch(request).map { try $0.value(forKey: "name") as? String }
    }

    @Test("Records are saved, fetched, traversed, changed and deleted")
    func saving() throws {
        let store = OutsideStore(layout: layout)
        let coordinator = PersistentStoreCoordinator(layout: layout, stores: [store])
        let context = ManagedObjectContext(coordinator)
        let (tree, leaf) = (try thing("Tree", context), try thing("Leaf", context))
        try leaf.setValue(tree, forKey: "parent")
        try context.save()
        #expect(tree.objectID.storeIdentifier == store.identifier)

        let other = ManagedObjectContext(coordinator)
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.predicate = try FetchPredicate(format: "name == 'Leaf'")
        let found = try #require(try other.fetch(request).first)
        let parent = try #require(try found.value(forKey: "parent") as? ManagedObject)
        #expect(parent.objectID == tree.objectID)
        let members = try parent.value(forKey: "children") as? Set<ManagedObject>
        #expect(members?.map(\.objectID) == [leaf.objectID])
        #expect(try other.fetchPlans(for: request).isEmpty)

        context.delete(leaf)
        try context.save()

        #expect(try names(ManagedObjectContext(coordinator)) == ["Tree"])
        try store.close()
    }

    @Test("A conflict reports the IDs of the records")
    func conflict() throws {
        let store = OutsideStore(layout: layout)
        let coordinator = PersistentStoreCoordinator(layout: layout, stores: [store])
        let (context, other) = (
            ManagedObjectContext(coordinator), ManagedObjectContext(coordinator)
        )
        let mine = try thing("Leaf", context)
        try context.save()
        try other.existingObject(with: mine.objectID).setValue("Twig", forKey: "name")
        try other.save()

        try mine.setValue("Branch", forKey: "name")
        let error = #expect(throws: PersistenceError.self) { try context.save() }

        guard case .mergeConflicts(let conflicts) = error else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(conflicts.map(\.objectID) == [mine.objectID])
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(try names(ManagedObjectContext(coordinator)) == ["Branch"])
    }

    @Test("A store that may fail at commit commits before others")
    func order() throws {
        let failing = OutsideStore(
            layout: layout, capabilities: .writesAtEnd, failures: [OutsideStore.Failure()])
        let memory = MemoryStore(layout: layout, storeIndex: 1)
        let coordinator = PersistentStoreCoordinator(layout: layout, stores: [failing, memory])
        let context = ManagedObjectContext(coordinator)
        try context.assign(try thing("One", context), to: failing)
        try context.assign(try thing("Two", context), to: memory)

        #expect(throws: OutsideStore.Failure.self) { try context.save() }

        #expect(try names(ManagedObjectContext(coordinator)) == [])
    }

    @Test("A store with concurrent writers commits before one that writes at the end")
    func orderOfLateFailures() throws {
        let colliding = OutsideStore(
            layout: layout, capabilities: [.writesAtEnd, .writesConcurrently],
            failures: [PersistenceError.collision(isUndone: true)])
        let whole = OutsideStore(layout: layout, storeIndex: 1, capabilities: .writesAtEnd)
        let coordinator = PersistentStoreCoordinator(layout: layout, stores: [colliding, whole])
        let context = ManagedObjectContext(coordinator)
        try context.assign(try thing("One", context), to: colliding)
        try context.assign(try thing("Two", context), to: whole)

        #expect(throws: PersistenceError.self) { try context.save() }

        #expect(try names(ManagedObjectContext(coordinator)) == [])
        try context.save()
        #expect(try names(ManagedObjectContext(coordinator)) == ["One", "Two"])
    }

    @Test("Unsupported operations of a store without a file are refused")
    func refusals() throws {
        let store = OutsideStore(layout: layout)

        #expect(throws: PersistenceError.self) { try store.vacuum() }
        #expect(throws: PersistenceError.self) { try store.backUp(to: "/x", progress: nil) }
        try store.analyze()
        #expect(
            try store.withReadSession { try $0.entityNumber(of: 1, in: layout.entity(1)) } == nil)
        #expect(try store.withReadSession { try $0.faults() } == [])
        #expect(try !store.finishDeferredMigrationTask())
    }
}
