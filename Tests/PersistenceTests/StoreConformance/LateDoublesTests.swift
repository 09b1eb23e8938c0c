import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Unique values inserted by others during a save, on every store")
struct LateDoublesTests {
    /// A person that runs a closure during its first validation.
    private final class Person: ManagedObject {
        var duringValidation: (() throws -> Void)?

        override func validateForInsert() throws {
            try super.validateForInsert()
            let body = duringValidation
            duringValidation = nil
            try body?()
        }
    }

    private final class People {
        let directory: TemporaryDirectory
        let container: PersistentContainer

        init(_ kind: StoreKind) throws {
            var person = EntityDescription("Person")
            let name = AttributeDescription("name", .string)
            person.attributes = [AttributeDescription("email", .string, isOptional: false), name]
            person.uniquenessConstraints = [["email"]]
            directory = try TemporaryDirectory()
            container = try PersistentContainer(
                model: ManagedObjectModel(entities: [person]),
                classes: [
                    ManagedObjectClass(
                        entityName: "Person", objectClass: Person.self,
                        properties: [("email", nil), ("name", nil)])
                ], store: kind.description(in: directory.path))
        }

        func add(_ name: String, to context: ManagedObjectContext) throws -> Person {
            let person = Person(context: context)
            try person.setValue("ada@home", forKey: "email")
            try person.setValue(name, forKey: "name")
            return person
        }

        /// Adds a person, while another context adds one with the same unique value.
        func addLate(_ policy: MergePolicy) throws {
            let context = ManagedObjectContext(container)
            let other = ManagedObjectContext(container)
            context.mergePolicy = policy
            let person = try add("Mine", to: context)
            person.duringValidation = {
                _ = try self.add("Theirs", to: other)
                try other.save()
            }
            try context.save()
            #expect(!context.hasChanges)
        }

        func names() throws -> [String?] {
            try ManagedObjectContext(container).fetch(FetchRequest<Person>()).map {
                try $0.value(forKey: "name") as? String
            }
        }
    }

    @Test(
        "The merge policy resolves late conflicts like earlier ones",
        arguments: StoreKind.allCases)
    func merging(kind: StoreKind) throws {
        let expected: [(MergePolicy, String)] = [
            (.mergeByPropertyObjectTrump, "Mine"), (.overwrite, "Mine"),
            (.mergeByPropertyStoreTrump, "Theirs"), (.rollback, "Theirs"),
        ]
        for (policy, name) in expected {
            let people = try People(kind)
            try people.addLate(policy)
            #expect(try people.names() == [name], "\(policy)")
            try people.container.close()
        }
    }

    @Test("Under the policy error the save is refused", arguments: StoreKind.allCases)
    func refusal(kind: StoreKind) throws {
        let people = try People(kind)
        #expect {
            try people.addLate(.error)
        } throws: { error in
            guard case PersistenceError.constraintConflict("Person", ["email"]) = error else {
                return false
            }
            return true
        }
        #expect(try people.names() == ["Theirs"])
        try people.container.close()
    }
}
