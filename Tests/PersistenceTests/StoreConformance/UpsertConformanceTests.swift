import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Uniqueness constraints and merge policies, on every store")
struct UpsertConformanceTests {
    private static var model: ManagedObjectModel {
        var person = EntityDescription("Person")
        let name = AttributeDescription("name", .string)
        var age = AttributeDescription("age", .integer16, isOptional: false)
        age.defaultValueString = "1"
        person.attributes = [AttributeDescription("email", .string, isOptional: false), name, age]
        let notes = RelationshipDescription(toMany: "notes", "Note", inverse: "person")
        person.relationships = [notes]
        person.uniquenessConstraints = [["email"]]
        var note = EntityDescription("Note")
        note.relationships = [
            RelationshipDescription(toOne: "person", "Person", inverse: "notes", isOptional: false)
        ]
        return ManagedObjectModel(entities: [person, note])
    }

    private func insert(
        _ email: String, name: String?, into context: ManagedObjectContext
    ) throws -> ManagedObject {
        let person = try ManagedObject(entityName: "Person", context: context)
        try person.setValue(email, forKey: "email")
        try person.setValue(name, forKey: "name")
        let note = try ManagedObject(entityName: "Note", context: context)
        try note.setValue(person, forKey: "person")
        return person
    }

    /// Emails, names, ages and numbers of notes.
    private func people(_ library: TestLibrary) throws -> [String] {
        let context = library.context()
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.sortDescriptors = [FetchSortDescriptor("email")]
        return try context.fetch(request).map { person in
            let notes = try person.value(forKey: "notes") as? Set<ManagedObject>
            let texts = try ["email", "name", "age"].map { key in
                try person.value(forKey: key).map { "\($0)" } ?? "-"
            }
            return texts.joined(separator: " ") + " \(notes?.count ?? 0)"
        }
    }

    private func library(_ kind: StoreKind) throws -> (TestLibrary, ManagedObjectID) {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        let ada = try insert("ada@home", name: "Ada", into: context)
        try ada.setValue(36, forKey: "age")
        try context.save()
        return (library, ada.objectID)
    }

    @Test(
        "A new object is merged into the record with the same unique value",
        arguments: StoreKind.allCases)
    func upsert(kind: StoreKind) throws {
        let (library, id) = try library(kind)
        let expected: [(MergePolicy, String)] = [
            (.mergeByPropertyStoreTrump, "ada@home Ada 36 2"),
            (.rollback, "ada@home Ada 36 3"),
            (.mergeByPropertyObjectTrump, "ada@home Ada L. 36 4"),
            (.overwrite, "ada@home Ada L. 1 5"),
        ]
        for (policy, result) in expected {
            let context = library.context()
            context.mergePolicy = policy
            let new = try insert("ada@home", name: "Ada L.", into: context)
            _ = try insert("bob@home", name: "Bob", into: context)

            try context.save()

            #expect(new.managedObjectContext == nil)
            #expect(!context.hasChanges)
            let found = try people(library)
            #expect(found.first == result)
            #expect(found.count == 2)
            #expect(try library.context().existingObject(with: id).objectID == id)
        }
    }

    @Test(
        "Of several new objects with the same unique value, one is saved",
        arguments: StoreKind.allCases)
    func doubledInMemory(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let first = try insert("eve@home", name: "Eve", into: context)
        let second = try insert("eve@home", name: "Eva", into: context)

        try context.save()

        #expect(try people(library) == ["eve@home Eva 1 2"])
        #expect(first.managedObjectContext === context)
        #expect(second.managedObjectContext == nil)
    }

    @Test(
        "Under the policy error, a duplicate value refuses the save", arguments: StoreKind.allCases)
    func error(kind: StoreKind) throws {
        let (library, _) = try library(kind)
        let context = library.context()
        let new = try insert("ada@home", name: "Ada L.", into: context)

        #expect(throws: PersistenceError.self) { try context.save() }

        #expect(new.isInserted)
        #expect(try people(library) == ["ada@home Ada 36 1"])
    }

    /// Changes Bob's name, and his address to Ada's.
    private func takeAddress(
        _ kind: StoreKind, _ policy: MergePolicy
    ) throws -> (TestLibrary, ManagedObjectContext, ManagedObject) {
        let (library, _) = try library(kind)
        let setup = library.context()
        let id = try insert("bob@home", name: "Bob", into: setup)
        try setup.save()
        let context = library.context()
        context.mergePolicy = policy
        let bob = try context.existing(id.objectID, as: ManagedObject.self)
        try bob.setValue("ada@home", forKey: "email")
        try bob.setValue("Robert", forKey: "name")
        return (library, context, bob)
    }

    @Test(
        "A changed object loses a duplicate value under policies that favor the store",
        arguments: StoreKind.allCases)
    func changedObject(kind: StoreKind) throws {
        let expected: [(MergePolicy, [String])] = [
            (.mergeByPropertyStoreTrump, ["ada@home Ada 36 1", "bob@home Robert 1 1"]),
            (.rollback, ["ada@home Ada 36 1", "bob@home Bob 1 1"]),
        ]
        for (policy, result) in expected {
            let (library, context, bob) = try takeAddress(kind, policy)

            try context.save()

            #expect(try people(library) == result)
            #expect(try bob.text("email") == "bob@home")
            #expect(!context.hasChanges)
        }
    }

    @Test(
        "A changed object with a duplicate value is merged under policies that favor the context",
        arguments: StoreKind.allCases)
    func mergedObject(kind: StoreKind) throws {
        let expected: [(MergePolicy, String)] = [
            (.mergeByPropertyObjectTrump, "ada@home Robert 36 2"),
            (.overwrite, "ada@home Robert 1 2"),
        ]
        for (policy, result) in expected {
            let (library, context, bob) = try takeAddress(kind, policy)

            try context.save()

            #expect(try people(library) == [result])
            #expect(bob.managedObjectContext == nil)
            #expect(!context.hasChanges)
        }
    }

    @Test(
        "A custom policy resolves constraint conflicts",
        arguments: StoreKind.allCases
    )
    func custom(kind: StoreKind) throws {
        let policy = MergePolicy.custom { candidate in
            guard case .string(let mine)? = candidate.unsaved["name"],
                case .string(let theirs)? = candidate.persisted["name"],
                candidate.uniqueProperties == ["email"]
            else { return [:] }
            return ["name": .string(theirs + " and " + mine)]
        }
        let (library, context, bob) = try takeAddress(kind, policy)

        try context.save()

        #expect(try people(library) == ["ada@home Ada and Robert 36 2"])
        #expect(bob.managedObjectContext == nil)
        let new = try insert("ada@home", name: "Eve", into: context)
        try context.save()
        #expect(try people(library) == ["ada@home Ada and Robert and Eve 36 3"])
        #expect(new.managedObjectContext == nil)
    }

    @Test("A custom policy can refuse duplicate values")
    func customRefusal() throws {
        struct Refusal: Error {}
        let (library, context, bob) = try takeAddress(.usual, .custom { _ in throw Refusal() })

        #expect(throws: Refusal.self) { try context.save() }

        #expect(try bob.text("email") == "ada@home")
        #expect(try people(library) == ["ada@home Ada 36 1", "bob@home Bob 1 1"])
    }

    @Test("A unique value can be passed to another object", arguments: StoreKind.allCases)
    func handedOver(kind: StoreKind) throws {
        let (library, id) = try library(kind)
        let context = library.context()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let bob = try insert("bob@home", name: "Bob", into: context)
        try context.save()

        let ada = try context.existing(id, as: ManagedObject.self)
        try ada.setValue("ada@work", forKey: "email")
        try bob.setValue("ada@home", forKey: "email")
        try context.save()

        #expect(try people(library) == ["ada@home Bob 1 1", "ada@work Ada 36 1"])
        #expect(bob.managedObjectContext === context)
    }
}
