import Domain
import Foundation
import ObjectModel
import Persistence

/// The people of the household, with a form for another one.
struct PeoplePage: TemplatePage {
    static let template = "people/index"

    var layout: LayoutPage
    /// Whether there are no people yet.
    var isFirst: Bool
    var people: [PersonRow]
    /// The action of the form for a new person.
    var path: String
    var name: FormField
    var password: FormField
    var role: FormField
    var roles: [SelectOption]
    var passphrase: String
    var summary: FaultSummary
    var filePath: String
    var jsonPath: String
    var csvPath: String

    /// The input of a form.
    struct Typed: Sendable {
        var name = ""
        var role = ""
        /// The chosen roles, by the addresses of the persons.
        var roles: [String: String] = [:]
    }

    struct PersonRow: Sendable {
        var id: String
        var name: String
        var path: String
        /// The page that sets a new password for the person.
        var passwordPath: String
        var deletePath: String
        var roles: [SelectOption]
        /// The role in words, if it cannot be changed, because there is no other owner.
        var fixedRole: String
        /// Why a role could not be given to the person.
        var fault: String

        /// The `id` of the field for the role.
        static func roleField(_ account: Account) -> String { "role-\(account.id.uuidString)" }
    }
}

extension PeoplePage {
    init(
        _ people: People, _ shown: [Account], isFirst: Bool, onlyOwner: UUID?, _ typed: Typed,
        notices: [Notice], _ refusal: ValidationErrors?
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
                    roles: Self.options(typed.roles[path] ?? account.role.rawValue),
                    fixedRole: account.id == onlyOwner ? account.role.words : "",
                    fault: refusal?.message(for: PersonRow.roleField(account)) ?? "")
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

    /// The refusal of a person's role, at the field of that person.
    static func refusal(_ refusal: ValidationErrors, roleOf account: Account) -> ValidationErrors {
        var refusal = refusal
        refusal.faults = refusal.faults.map {
            FieldError(
                field: PersonRow.roleField(account), label: "Role of \(account.name)",
                message: $0.message)
        }
        return refusal
    }

    private static func options(_ selected: String) -> [SelectOption] {
        Role.allCases.map {
            SelectOption(
                value: $0.rawValue, label: $0.words, isSelected: $0.rawValue == selected)
        }
    }
}

extension PeoplePage.Typed {
    /// The input of a form posted to an address: that of the list for a new person, or that of a
    /// person whose role was changed.
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
    var json: JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("name", .string(name)),
            ("role", .string(role.rawValue)),
        ])
    }
}
