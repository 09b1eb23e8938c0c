public import Foundation

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
