import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Swapping unique values in one save, on every store")
struct ExchangedValuesTests {
    /// Tickets have a code, and a row and a seat that are unique together; season tickets also have
    /// a number.
    private static var model: ManagedObjectModel {
        var ticket = EntityDescription("Ticket")
        ticket.attributes = ["code", "row", "note"].map { name in
            var attribute = AttributeDescription(name, .string)
            attribute.isOptional = name != "code"
            return attribute
        }
        let seat = AttributeDescription("seat", .integer16)
        ticket.attributes.append(seat)
        ticket.uniquenessConstraints = [["code"], ["row", "seat"]]
        var season = EntityDescription("SeasonTicket", superentityName: "Ticket")
        let number = AttributeDescription("number", .integer32)
        season.attributes = [number]
        season.uniquenessConstraints = [["number"]]
        return ManagedObjectModel(entities: [ticket, season])
    }

    private static let policies: [MergePolicy] = [
        .error, .rollback, .overwrite, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump,
        .custom { $0.unsaved },
    ]

    private func insert(
        _ code: String, into context: ManagedObjectContext, entity: String = "Ticket"
    ) throws -> ManagedObject {
        let ticket = try ManagedObject(entityName: entity, context: context)
        try ticket.setValue(code, forKey: "code")
        return ticket
    }

    /// A store with tickets of some codes.
    private func library(_ kind: StoreKind, _ codes: [String]) throws -> TestLibrary {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        for code in codes { _ = try insert(code, into: context) }
        try context.save()
        return library
    }

    private func tickets(_ context: ManagedObjectContext) throws -> [ManagedObject] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Ticket"))
    }

    private func codes(_ library: TestLibrary) throws -> [String] {
        try tickets(library.context()).compactMap { try $0.value(forKey: "code") as? String }
    }

    @Test("Two records can swap a value under each policy", arguments: StoreKind.allCases)
    func exchange(kind: StoreKind) throws {
        for policy in Self.policies {
            let library = try library(kind, ["A", "B"])
            let context = library.context()
            context.mergePolicy = policy
            let found = try tickets(context)

            try found[0].setValue("B", forKey: "code")
            try found[1].setValue("A", forKey: "code")
            try context.save()

            #expect(try codes(library) == ["B", "A"])
            #expect(!context.hasChanges)
        }
    }

    @Test("Values are exchanged in chains and cycles, and with new and deleted records")
    func chains() throws {
        for kind in StoreKind.allCases {
            let library = try library(kind, ["A", "B", "C", "D", "E"])
            let context = library.context()
            let found = try tickets(context)

            // E is deleted; D gets its code, C that of D, A and B swap theirs, and a new one gets
            // C.
            context.delete(found[4])
            try found[0].setValue("B", forKey: "code")
            try found[1].setValue("A", forKey: "code")
            try found[2].setValue("D", forKey: "code")
            try found[3].setValue("E", forKey: "code")
            let new = try insert("C", into: context)
            try context.save()

            #expect(try codes(library) == ["B", "A", "D", "E", "C"])
            #expect(!new.objectID.isTemporaryID)
            try library.reopen()
            #expect(try codes(library) == ["B", "A", "D", "E", "C"])
        }
    }

    @Test("Values of a compound constraint are swapped, one or both of them")
    func compound() throws {
        for kind in StoreKind.allCases {
            let library = try library(kind, ["A", "B", "C"])
            var context = library.context()
            for (ticket, place) in zip(try tickets(context), [("a", 1), ("a", 2), ("b", 1)]) {
                try ticket.setValue(place.0, forKey: "row")
                try ticket.setValue(place.1, forKey: "seat")
            }
            try context.save()
            context = library.context()
            let found = try tickets(context)

            try found[0].setValue("b", forKey: "row")
            try found[2].setValue(2, forKey: "seat")
            try found[2].setValue("a", forKey: "row")
            try found[1].setValue(1, forKey: "seat")
            try context.save()

            let places = try tickets(library.context()).map { ticket in
                let row = try ticket.value(forKey: "row") as? String ?? "-"
                return try "\(row)\(ticket.value(forKey: "seat") ?? "-")"
            }
            #expect(places == ["b1", "a1", "a2"])
        }
    }

    @Test("A record and one of a subentity can swap a value", arguments: StoreKind.allCases)
    func inheritance(kind: StoreKind) throws {
        let library = try library(kind, ["A"])
        let context = library.context()
        let season = try insert("B", into: context, entity: "SeasonTicket")
        try season.setValue(7, forKey: "number")
        try context.save()
        let plain = try #require(try tickets(context).first)

        try plain.setValue("B", forKey: "code")
        try season.setValue("A", forKey: "code")
        try context.save()

        #expect(try codes(library) == ["B", "A"])
        #expect(try season.value(forKey: "number") as? Int64 == 7)
    }

    @Test("A value of a record outside of the save is still a conflict")
    func conflict() throws {
        for kind in StoreKind.allCases {
            let library = try library(kind, ["A", "B", "C"])
            let context = library.context()
            let found = try tickets(context)
            try found[0].setValue("B", forKey: "code")
            try found[1].setValue("C", forKey: "code")
            let new = try insert("N", into: context)

            #expect(throws: PersistenceError.self) { try context.save() }

            #expect(new.objectID.isTemporaryID)
            #expect(try codes(library) == ["A", "B", "C"])
            // A rejected save can be corrected and repeated.
            try found[1].setValue("A", forKey: "code")
            try context.save()
            #expect(try codes(library) == ["B", "A", "C", "N"])
        }
    }

    @Test("A merge policy resolves conflicts with records outside of the swap")
    func merging() throws {
        let expected: [(MergePolicy, [String])] = [
            (.rollback, ["B", "A", "C"]), (.mergeByPropertyStoreTrump, ["B", "A", "C"]),
        ]
        for kind in StoreKind.allCases {
            for (policy, result) in expected {
                let library = try library(kind, ["A", "B", "C"])
                let context = library.context()
                context.mergePolicy = policy
                let found = try tickets(context)

                try found[0].setValue("B", forKey: "code")
                try found[1].setValue("A", forKey: "code")
                let new = try insert("C", into: context)
                try context.save()

                #expect(try codes(library) == result)
                #expect(new.managedObjectContext == nil)
            }
        }
    }

    @Test("Concurrent changes are a conflict during a swap")
    func contested() throws {
        for kind in StoreKind.allCases {
            let library = try library(kind, ["A", "B"])
            let context = library.context()
            let found = try tickets(context)
            let other = library.context()
            try #require(try tickets(other).last).setValue("new", forKey: "note")
            try other.save()
            try found[0].setValue("B", forKey: "code")
            try found[1].setValue("A", forKey: "code")

            let error = #expect(throws: PersistenceError.self) { try context.save() }

            guard case .mergeConflicts(let conflicts) = error else {
                Issue.record("Another error: \(String(describing: error))")
                continue
            }
            #expect(conflicts.map(\.objectID) == [found[1].objectID])
            #expect(try codes(library) == ["A", "B"])
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            #expect(try codes(library) == ["B", "A"])
        }
    }

    @Test("A swap increments the version once and is a single change in the history")
    func bookkeeping() throws {
        let directory = NSTemporaryDirectory() + "exchange-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var store = StoreDescription.sqlite(path: directory + "/Tickets.sqlite")
        store.tracksHistory = true
        let container = try PersistentContainer(model: Self.model, store: store)
        let context = ManagedObjectContext(container)
        for code in ["A", "B"] { _ = try insert(code, into: context) }
        try context.save()
        let token = try container.coordinator.currentPersistentHistoryToken()
        let found = try tickets(context)

        try found[0].setValue("B", forKey: "code")
        try found[0].setValue("swapped", forKey: "note")
        try found[1].setValue("A", forKey: "code")
        try context.save()

        let history = try context.fetchHistory(.fetchHistory(after: token))
        #expect(history.count == 1)
        let changes = try #require(history.first?.changes)
        #expect(changes.map(\.changeType) == [.update, .update])
        #expect(changes.map { $0.updatedProperties?.sorted() } == [["code", "note"], ["code"]])
        // The second change is compared with the versions that the context has.
        try found[0].setValue("again", forKey: "note")
        try context.save()
        try container.close()
    }

    @Test("Random permutations of values are saved", arguments: StoreKind.allCases)
    func permutations(kind: StoreKind) throws {
        var random = SplitMix(state: 4711)
        let library = try library(kind, (0..<12).map { "c\($0)" })
        for round in 0..<40 {
            let context = library.context()
            context.mergePolicy = Self.policies[round % Self.policies.count]
            var found = try tickets(context)
            if round % 3 == 2 {
                context.delete(found.remove(at: Int.random(in: 0..<found.count, using: &random)))
                found.append(try insert("x", into: context))
            }
            let wanted = (0..<12).map { "c\($0)" }.shuffled(using: &random)
            for (ticket, code) in zip(found, wanted) {
                try ticket.setValue(code, forKey: "code")
                guard Bool.random(using: &random) else { continue }
                try ticket.setValue("r", forKey: "row")
                try ticket.setValue(Int(code.dropFirst()), forKey: "seat")
            }
            for ticket in found {
                // A record that keeps its value must not block one that gets another.
                let code = try #require(try ticket.value(forKey: "code") as? String)
                let seat = (try ticket.value(forKey: "seat") as? Int64).map(Int.init)
                if seat != nil, seat != Int(code.dropFirst()) {
                    try ticket.setValue(nil, forKey: "seat")
                }
            }
            try context.save()

            #expect(try codes(library) == wanted, "round \(round)")
        }
    }
}
