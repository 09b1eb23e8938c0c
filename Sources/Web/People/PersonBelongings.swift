import Domain
import Foundation

/// The records of a person that are deleted with the person.
struct PersonBelongings: Sendable {
    var browsers: Int
    var tokens: Int
    var sharedLists: Int
    var hasSecondFactor: Bool
}

extension PersonBelongings {
    /// - Throws: errors of the store.
    init(_ account: Account, _ accounts: Accounts) async throws {
        self.init(
            browsers: try await accounts.devices(of: account).count,
            tokens: try await accounts.tokens(of: account).count,
            sharedLists: try await accounts.sharedLinks().count { $0.account.id == account.id },
            hasSecondFactor: try await accounts.hasSecondFactor(account))
    }

    /// The consequences of the removal, as sentences.
    fileprivate var consequences: [String] {
        [
            Self.text(browsers, "browser is signed out", "browsers are signed out"),
            Self.text(tokens, "token for scripts ends", "tokens for scripts end"),
            Self.text(sharedLists, "link to a shared list ends", "links to shared lists end"),
            hasSecondFactor
                ? "Two-step sign-in is turned off, and its backup codes end." : nil,
        ].compactMap(\.self)
    }

    private static func text(_ count: Int, _ one: String, _ many: String) -> String? {
        count == 0 ? nil : ItemCount.text(count, one, many) + "."
    }
}

extension RecordDeletePage {
    /// The confirmation before a person is removed.
    ///
    /// - Parameters:
    ///   - forgets: whether to erase the name too, if that was already chosen.
    ///   - refusal: the reason why the person cannot be removed; nil if it can.
    init(
        _ account: Account, _ belongings: PersonBelongings, forgets: Bool, refusal: AccountError?,
        _ people: People
    ) {
        let links = people.links
        func option(_ value: String, _ label: String) -> Option {
            Option(
                name: "forget", value: value, label: label, isSelected: (value == "yes") == forgets)
        }
        self.init(
            layout: people.site.layout(
                title: "Delete \(account.name)?", topic: .people,
                crumbs: [
                    people.site.settingsCrumb, PathLink(label: "People", path: links(.people)),
                ]),
            name: account.name, isRefused: refusal != nil,
            refusal: refusal == nil ? "" : "stays", field: "question",
            consequences: refusal.map { [FormText.sentence($0.description)] }
                ?? ["\(account.name) can no longer sign in."] + belongings.consequences,
            deleteLabel: "Remove \(account.name)",
            deletePath: links(.deletePerson(account.id.uuidString)),
            choices: [
                Choice(
                    label: "The name in the activity",
                    options: [
                        option("no", "Keep it; the removal can be undone"),
                        option("yes", "Remove it there too; this cannot be undone"),
                    ])
            ], actions: [], cancelPath: links(.people))
    }
}
