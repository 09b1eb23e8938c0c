import Domain
import Foundation

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
    var jsonPath: String

    /// What was typed.
    struct Typed: Sendable {
        var name = ""
        var role = ""
    }

    /// A person.
    struct PersonRow: Sendable {
        var id: String
        var name: String
        var path: String
        var deletePath: String
        var roles: [SelectOption]
    }
}

extension PeoplePage {
    init(
        _ people: People, _ all: [Account], _ typed: Typed, notices: [Notice],
        _ refusal: FormRefusal?
    ) {
        let links = people.links
        self.init(
            layout: people.site.layout(
                title: all.isEmpty ? "The first person" : "People", topic: .people, notices: notices
            ),
            isFirst: all.isEmpty,
            people: all.map { account in
                PersonRow(
                    id: account.id.uuidString, name: account.name,
                    path: links(.person(account.id.uuidString)),
                    deletePath: links(.deletePerson(account.id.uuidString)),
                    roles: Self.options(account.role.rawValue))
            },
            path: links(.people),
            name: FormField(typed.name, fault: refusal?.message(for: "name")),
            password: FormField(fault: refusal?.message(for: "password")),
            role: FormField(typed.role, fault: refusal?.message(for: "role")),
            roles: Self.options(typed.role.isEmpty ? Role.member.rawValue : typed.role),
            passphrase: Passphrase.make(), summary: refusal?.summary ?? FaultSummary(),
            jsonPath: links(SitePath.people.json))
    }

    private static func options(_ selected: String) -> [SelectOption] {
        Role.allCases.map {
            SelectOption(
                value: $0.rawValue, label: $0.words, isSelected: $0.rawValue == selected)
        }
    }
}
