import Domain
import Foundation

/// Who sends a request, as far as that decides what they get.
enum Viewer: Sendable {
    /// Whoever it is: there are no accounts, and only this machine reaches the server; or it was told to
    /// do without.
    case anybody
    /// Somebody who has not signed in.
    case stranger
    /// A person, in a browser that was signed in; without one, the server in front has named the person.
    /// Who it is is asked for several times in a request: one reference is handed on, and no texts.
    indirect case person(Account, Device?)
    /// A script that shows a token of a person.
    indirect case script(AccessToken)

    /// Whether they may use what has an access.
    func may(_ access: Access) -> Bool {
        isAmong(access.audience) && (access.besides.map { isAmong(.editors($0)) } ?? true)
    }

    private func isAmong(_ audience: Access.Audience) -> Bool {
        switch (self, audience) {
        case (_, .everybody), (.anybody, _): true
        case (.stranger, _): false
        case (.person, .people), (.person, .browsers), (.script, .people): true
        case (.script, .browsers): false
        case (.person(let account, _), .readers(let section)): account.role.reads(section)
        case (.person(let account, _), .editors(let section)): account.role.edits(section)
        case (.person(let account, _), .owners): account.role == .owner
        case (.script(let token), .readers(let section)): token.reads(section)
        case (.script(let token), .editors(let section)):
            token.writes && token.reads(section) && token.account.role.edits(section)
        case (.script(let token), .owners):
            token.account.role == .owner && token.writes && token.sections.isEmpty
        }
    }

    /// Whether they gave their password lately, or signed in elsewhere, where that is asked for.
    func isFresh(at date: Date) -> Bool {
        switch self {
        case .person(_, let device?):
            date.timeIntervalSince(device.passwordDate) <= Accounts.passwordLifetime
        case .script: false
        case .anybody, .stranger, .person: true
        }
    }

    /// The person, also behind a script; nil for anybody and for strangers.
    var account: Account? {
        switch self {
        case .anybody, .stranger: nil
        case .person(let account, _): account
        case .script(let token): token.account
        }
    }

    /// Whether it is whoever it is: nobody could sign in when the request came.
    var isAnybody: Bool {
        if case .anybody = self { true } else { false }
    }

    /// Whether there is something that they may not do.
    var isLimited: Bool {
        switch self {
        case .anybody, .stranger: false
        case .person(let account, _): account.role != .owner
        case .script: true
        }
    }

    /// Whether it is a script with a token.
    var isScript: Bool {
        if case .script = self { true } else { false }
    }

    /// The browser that was signed in.
    var device: Device? {
        guard case .person(_, let device) = self else { return nil }
        return device
    }

    /// What a kept answer is kept under: all who have the same see the same. It names no person, so
    /// nothing that differs from one person to the next may stand in it; pages have ``Visit/pageKind``.
    var kind: String {
        switch self {
        case .anybody: ""
        case .stranger: "stranger"
        case .person(let account, _): account.role.rawValue
        case .script(let token):
            "\(token.account.role.rawValue) \(token.writes) \(token.sections.sorted())"
        }
    }
}

extension AccessToken {
    /// Whether the records of a section are seen with it; those of all, for the overview.
    func reads(_ section: Section) -> Bool {
        account.role.reads(section)
            && (sections.isEmpty || sections.contains(section.rawValue))
    }
}

extension Role {
    /// Whether they see the records of a section; of all, for the overview.
    func reads(_ section: Section) -> Bool { self == .shop ? section == .sales : true }

    /// Whether they change the records of a section; of all, for the overview.
    func edits(_ section: Section) -> Bool { self != .viewer && reads(section) }

    /// What they may do, in words.
    var words: String {
        switch self {
        case .owner: "Owner: everything, people and backups too"
        case .member: "Member: all records"
        case .shop: "Shop: the sales alone"
        case .viewer: "Viewer: reads only"
        }
    }
}
