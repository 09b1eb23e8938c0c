import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

/// A file format that can refuse to save.
private final class RefusableFormat: AtomicStoreFormat {
    struct Refusal: Error {}

    let type = StoreType(rawValue: "Refusable \(UUID())")
    let refuses = Mutex(false)
    private let format = XMLStoreFormat()

    func metadata(in file: Data) throws -> PersistentStoreMetadata {
        try format.metadata(in: file)
    }

    func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument {
        try format.load(file, layout: layout)
    }

    func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data {
        if refuses.withLock({ $0 }) { throw Refusal() }
        return try format.save(document, layout: layout)
    }
}

@Suite("Saves to several stores")
struct SeveralStoresSaveTests {
    private static var model: ManagedObjectModel {
        var ticket = EntityDescription("Ticket")
        ticket.attributes = ["code", "note"].map { name in
            let attribute = AttributeDescription(name, .string)
            return attribute
        }
        ticket.uniquenessConstraints = [["code"]]
        return ManagedObjectModel(entities: [ticket])
    }

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ number: Int) -> String { "\(directory.path)/\(number)" }

    private func container(_ kinds: [StoreKind]) throws -> PersistentContainer {
        try PersistentContainer(
            model: Self.model,
            stores: kinds.enumerated().map { number, kind in
                switch kind {
                case .sqlite: .sqlite(path: path(number))
                case .inMemory: .inMemory
                case .binary: .binary(path: path(number))
                case .xml: .xml(path: path(number))
                #if POSTGRESQL
                    case .postgreSQL: try kind.description(in: UUID().uuidString)
                #endif
                }
            })
    }

    /// Two stores, the first of which can refuse to save.
    private func container(
        _ format: RefusableFormat, and other: StoreDescription
    ) throws -> PersistentContainer {
        PersistentStoreCoordinator.registerStoreClass(format, forStoreType: format.type)
        return try PersistentContainer(
            model: Self.model, stores: [StoreDescription(type: format.type, path: path(0)), other])
    }

    private func ticket(
        _ code: String, _ context: ManagedObjectContext, store: Int
    ) throws -> ManagedObject {
        let ticket = try ManagedObject(entityName: "Ticket", context: context)
        try ticket.setValue(code, forKey: "code")
        try context.assign(ticket, to: context.coordinator.stores[store])
        return ticket
    }

    /// The codes in each store.
    private func codes(_ container: PersistentContainer) throws -> [[String]] {
        let context = ManagedObjectContext(container)
        let tickets = try context.fetch(FetchRequest<ManagedObject>(entityName: "Ticket"))
        return try container.coordinator.stores.map { store in
            try tickets.filter { $0.objectID.storeIdentifier == store.identifier }
                .compactMap { try $0.value(forKey: "code") as? String }.sorted()
        }
    }

    #if POSTGRESQL
        private static let pairs: [[StoreKind]] = [
            [.postgreSQL, .postgreSQL], [.postgreSQL, .sqlite], [.sqlite, .postgreSQL],
            [.postgreSQL, .inMemory], [.xml, .postgreSQL],
        ]
    #else
        private static let pairs: [[StoreKind]] = [
            [.sqlite, .sqlite], [.inMemory, .inMemory], [.sqlite, .inMemory],
            [.inMemory, .sqlite], [.xml, .sqlite], [.sqlite, .binary],
        ]
    #endif

    @Test(
        "Swapping unique values in one store does not affect versions in the other",
        arguments: pairs)
    func exchange(kinds: [StoreKind]) throws {
        let container = try container(kinds)
        for store in [0, 1] {
            let context = ManagedObjectContext(container)
            let pair = try ["A", "B"].map { try ticket($0, context, store: store) }
            let changed = try ticket("C", context, store: 1 - store)
            try context.save()

            let new = try ticket("new", context, store: 1 - store)
            try changed.setValue("C2", forKey: "note")
            try pair[0].setValue("B", forKey: "code")
            try pair[1].setValue("A", forKey: "code")
            try context.save()

            #expect(new.rowVersion == 1 && changed.rowVersion == 2)
            for object in pair + [new, changed] { try object.setValue("again", forKey: "note") }
            try context.save()
            for object in pair + [new, changed] { context.delete(object) }
            try context.save()
        }
        #expect(try codes(container) == [[], []])
        try container.close()
    }

    @Test("If one store refuses a record, no store is changed", arguments: pairs)
    func refusal(kinds: [StoreKind]) throws {
        let container = try container(kinds)
        for store in [0, 1] {
            let context = ManagedObjectContext(container)
            let old = try ticket("A\(store)", context, store: store)
            let changed = try ticket("C\(store)", context, store: 1 - store)
            try context.save()
            let double = try ticket("A\(store)", context, store: store)
            let new = try ticket("N\(store)", context, store: 1 - store)
            try changed.setValue("D\(store)", forKey: "code")

            #expect(throws: PersistenceError.self) { try context.save() }

            #expect(new.objectID.isTemporaryID && double.objectID.isTemporaryID)
            let before = try codes(container)
            #expect(before[store].contains("A\(store)"))
            #expect(before[1 - store].contains("C\(store)"))
            #expect(!before[1 - store].contains("N\(store)"))
            try double.setValue("B\(store)", forKey: "code")
            try context.save()
            #expect(old.rowVersion == 1 && changed.rowVersion == 2)
        }
        #expect(try codes(container) == [["A0", "B0", "D1", "N1"], ["A1", "B1", "D0", "N0"]])
        try container.close()
    }

    @Test("If a store that writes at the end fails, other stores are not changed")
    func lateFailure() throws {
        let format = RefusableFormat()
        defer { PersistentStoreCoordinator.unregisterStoreClass(forStoreType: format.type) }
        let container = try container(format, and: .sqlite(path: path(1)))
        let context = ManagedObjectContext(container)
        let tickets = try [0, 1].map { try ticket("N\($0)", context, store: $0) }
        format.refuses.withLock { $0 = true }

        #expect(throws: RefusableFormat.Refusal.self) { try context.save() }

        #expect(tickets.allSatisfy { $0.objectID.isTemporaryID && $0.isInserted })
        #expect(try codes(container) == [[], []])
        format.refuses.withLock { $0 = false }
        try context.save()
        #expect(try codes(container) == [["N0"], ["N1"]])
        try container.close()
    }

    @Test("If a store fails at the end, what others committed is saved, without duplicates later")
    func halfway() throws {
        let format = RefusableFormat()
        defer { PersistentStoreCoordinator.unregisterStoreClass(forStoreType: format.type) }
        let container = try container(format, and: .xml(path: path(1)))
        let context = ManagedObjectContext(container)
        let old = try ["U", "D"].flatMap { code in
            try [0, 1].map { try ticket("\(code)\($0)", context, store: $0) }
        }
        try context.save()
        let saves = Mutex<[SaveNotification]>([])
        let observation = container.coordinator.observeSaves { save in
            saves.withLock { $0.append(save) }
        }
        let new = try [0, 1].map { try ticket("N\($0)", context, store: $0) }
        for index in [0, 1] { try old[index].setValue("V\(index)", forKey: "code") }
        for index in [2, 3] { context.delete(old[index]) }
        format.refuses.withLock { $0 = true }

        #expect(throws: RefusableFormat.Refusal.self) { try context.save() }

        // The second store's transaction was committed before the first one failed.
        #expect(try codes(container) == [["D0", "U0"], ["N1", "V1"]])
        #expect(new.map(\.isInserted) == [true, false])
        #expect(new.map(\.objectID.isTemporaryID) == [true, false])
        #expect(context.insertedObjects == [new[0]] && context.updatedObjects == [old[0]])
        #expect(context.deletedObjects == [old[2]] && old[3].managedObjectContext == nil)
        #expect(context.registeredObject(for: new[1].objectID) === new[1])
        let told = saves.withLock { $0 }
        #expect(told.map(\.inserted) == [[new[1].objectID]])
        #expect(told.map(\.updated) == [[old[1].objectID]] && told[0].deleted.count == 1)
        format.refuses.withLock { $0 = false }
        try old[1].setValue("W1", forKey: "code")
        try context.save()
        #expect(try codes(container) == [["N0", "V0"], ["N1", "W1"]])
        #expect(!context.hasChanges)
        withExtendedLifetime(observation) {}
        try container.close()
    }

    @Test("Uniqueness constraints apply to each store separately", arguments: pairs)
    func merging(kinds: [StoreKind]) throws {
        let container = try container(kinds)
        let context = ManagedObjectContext(container)
        context.mergePolicy = .mergeByPropertyObjectTrump
        let old = try ticket("B", context, store: 1)
        try context.save()

        let first = try [0, 1].map { try ticket("A", context, store: $0) }
        let second = try [0, 1].map { try ticket("B", context, store: $0) }
        try second[1].setValue("merged", forKey: "note")
        try context.save()

        #expect(try codes(container) == [["A", "B"], ["A", "B"]])
        #expect(first.allSatisfy { $0.managedObjectContext === context })
        #expect(second.map { $0.managedObjectContext === context } == [true, false])
        #expect(try old.value(forKey: "note") as? String == "merged")
        try container.close()
    }
}
