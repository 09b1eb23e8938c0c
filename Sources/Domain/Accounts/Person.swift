import Foundation
public import Persistence

/// A person, with a name and a password.
public final class Person: ManagedObject {}

extension Person {
    static func find(_ name: String, in context: ManagedObjectContext) throws -> Person? {
        let folded = AccountName.folded(name)
        return try context.fetchFirst(FetchRequest<Person>(#Predicate { $0.foldedName == folded }))
    }

    static func all(in context: ManagedObjectContext) throws -> [Person] {
        try context.fetch(FetchRequest<Person>(sortBy: [SortDescriptor(\.foldedName)]))
    }

    /// The person as a value; nil for a record of another version of the program.
    var account: Account? {
        guard let key, let name, let role = role.flatMap(Role.init) else { return nil }
        return Account(id: key, name: name, role: role)
    }
}
