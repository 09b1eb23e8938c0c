import Domain
import Foundation
import ObjectModel
import Persistence

/// The people of the household as a list.
enum PeopleList {
    static let list = MemoryList<Account>(
        "Person",
        [
            .init("id", .uuid) { .uuid($0.id) },
            .init("name", .string) { .string($0.name) },
            .init("role", .string) { .string($0.role.rawValue) },
        ], searching: ["name"])
}

extension Account {
    /// The person for programs.
    var json: JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("name", .string(name)),
            ("role", .string(role.rawValue)),
        ])
    }
}
