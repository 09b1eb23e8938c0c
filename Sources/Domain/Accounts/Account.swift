public import Foundation
public import Persistence

/// The account of a person.
public struct Account: Sendable, Hashable {
    /// The identifier, unique even after an account of the same name was removed.
    public let id: UUID
    /// The name for signing in.
    public let name: String
    public let role: Role

    public init(id: UUID, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }
}

/// The rights of a person in the household.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// All rights, also for people and backups.
    case owner
    /// May change all records.
    case member
    /// May change only records of sales.
    case shop
    /// May only read records.
    case viewer
}

/// The name with which a person signs in.
enum AccountName {
    static let maximumLength = 60

    /// The name as it is stored.
    ///
    /// - Throws: ``AccountError`` if it is not valid.
    static func checked(_ name: String) throws(AccountError) -> String {
        let name = name.precomposedStringWithCanonicalMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { throw AccountError(.name, "enter a value") }
        guard name.count <= maximumLength, name.utf8.count <= 4 * maximumLength else {
            throw AccountError(.name, "it is longer than \(maximumLength) characters")
        }
        let isPrintable = name.unicodeScalars.allSatisfy {
            !CharacterSet.controlCharacters.contains($0) && !CharacterSet.newlines.contains($0)
        }
        guard isPrintable else {
            throw AccountError(.name, "it has characters that cannot be seen")
        }
        return name
    }

    /// The form of a name for look-ups, without differences of case and composition.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The reason why an account cannot be changed as requested, as a sentence for the person.
public struct AccountError: Error, Equatable, CustomStringConvertible {
    /// The part of the account with the fault.
    public enum Part: Sendable {
        case name, password, role, end
    }

    public let part: Part
    public let description: String

    /// The last account cannot be removed here.
    public static let last = AccountError(.role, "this is the last person")

    init(_ part: Part, _ description: String) {
        self.part = part
        self.description = description
    }
}

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
