public import Foundation

/// A person who signs in.
public struct Account: Sendable, Hashable {
    /// What tells the person from others, also after one of the same name was removed.
    public let id: UUID
    /// The name with which the person signs in.
    public let name: String
    public let role: Role

    /// Makes the description of a person.
    public init(id: UUID, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }
}
