import Domain
import Foundation
import ObjectModel
import Persistence

/// The people of the household, with a form for one more.
struct PeoplePage: TemplatePage {
    static let template = "people/index"

    var layout: LayoutPage
    /// Whether there is nobody yet.
    var isFirst: Bool
    var people: [PersonRow]
    /// Where the form of a new person goes.
    var path: String
    var name: FormField
    var password: FormField
    var role: FormField
    var roles: [SelectOption]
    var passphrase: String
    var summary: FaultSummary
    /// The people as an encrypted file.
    var filePath: String
    var jsonPath: String
    var csvPath: String

    /// What was typed.
    struct Typed: Sendable {
        var name = ""
        var role = ""
        /// The role that a person was to have, by the address of the person.
        var roles: [String: String] = [:]
    }

    /// A person.
    struct PersonRow: Sendable {
        var id: String
        var name: String
        var path: String
        /// Where the person gets a new password.
        var passwordPath: String
        var deletePath: String
        var roles: [SelectOption]
    }
}

extension PeoplePage {
    init(
        _ people: People, _ shown: [Account], isFirst: Bool, _ typed: Typed, notices: [Notice],
        _ refusal: FormRefusal?
    ) {
        let links = people.links
        self.init(
            layout: people.site.layout(
                title: isFirst ? "The first person" : "People", topic: .people,
                crumbs: [people.site.settingsCrumb], notices: notices),
            isFirst: isFirst,
            people: shown.map { account in
                let path = links(.person(account.id.uuidString))
                return PersonRow(
                    id: account.id.uuidString, name: account.name, path: path,
                    passwordPath: links(.personPassword(account.id.uuidString)),
                    deletePath: links(.deletePerson(account.id.uuidString)),
                    roles: Self.options(typed.roles[path] ?? account.role.rawValue))
            },
            path: links(.people),
            name: FormField(typed.name, fault: refusal?.message(for: "name")),
            password: FormField(fault: refusal?.message(for: "password")),
            role: FormField(typed.role, fault: refusal?.message(for: "role")),
            roles: Self.options(typed.role.isEmpty ? Role.member.rawValue : typed.role),
            passphrase: Passphrase.make(), summary: refusal?.summary ?? FaultSummary(),
            filePath: links(.peopleFile), jsonPath: links(SitePath.people.json),
            csvPath: links(SitePath.people.csv))
    }

    private static func options(_ selected: String) -> [SelectOption] {
        Role.allCases.map {
            SelectOption(
                value: $0.rawValue, label: $0.words, isSelected: $0.rawValue == selected)
        }
    }
}

extension PeoplePage.Typed {
    /// The values typed in a form that was sent to an address: that of the list for a new person, or that of a person
    /// who was to get another role.
    init(_ form: FormData, at path: String) {
        let role = form["role"] ?? ""
        guard let name = form["name"] else {
            self.init(roles: [path: role])
            return
        }
        self.init(name: name, role: role)
    }
}

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
