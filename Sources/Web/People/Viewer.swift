import Domain
import Foundation
import HTTPTypes
import Hummingbird

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
        case .shop: "Shop: sales only"
        case .viewer: "Viewer: reads only"
        }
    }
}

extension Viewer {
    /// In whose name something is saved: a script has its own behind that of its person.
    var author: String? {
        switch self {
        case .anybody, .stranger: nil
        case .person(let account, _): account.name
        case .script(let token): "\(token.account.name) (token \(token.name))"
        }
    }

    /// In whose name something is saved, and by which means.
    func author(by means: String) -> String { author.map { "\($0) (\(means))" } ?? means }
}

extension Viewer {
    /// The answer to a request that the viewer may not make; nil if they may.
    ///
    /// - Parameters:
    ///   - date: what the time is.
    /// - Throws: ``SiteError`` 401 or 403 where the answer is not another page.
    func refusal(
        of request: Request, to route: SiteRoutes.Route, _ links: SiteLinks,
        at date: @autoclosure () -> Date
    ) throws(SiteError) -> Response? {
        let isAllowed = may(route.access)
        if isAllowed, !route.access.asksAgain || isFresh(at: date()) { return nil }
        let isPage = route.isPage && !request.wantsJSON
        if isAllowed {
            if case .script = self { throw .notForScripts }
            guard !isPage else {
                return Self.redirect(to: .confirmSignIn, next: request.uri.string, links)
            }
            guard let page = request.pageBefore else { throw .staleSignIn }
            return Self.redirect(to: .confirmSignIn, next: page, links)
        }
        if case .script = self { throw .notForScripts }
        guard case .stranger = self else { throw .forbidden }
        guard request.bearer == nil else { throw .unknownToken }
        guard isPage else { throw .signInNeeded }
        return Self.redirect(to: .signIn, next: request.uri.string, links)
    }

    /// Refuses what a request asks for besides what its route is for.
    ///
    /// - Throws: ``SiteError`` 403 if the viewer may not use it.
    func check(_ access: Access) throws(SiteError) {
        guard !may(access) else { return }
        throw isScript ? SiteError.notForScripts : .forbidden
    }

    /// Leads to a page, and from there to another one: mostly back to the one that was asked for.
    private static func redirect(
        to page: SitePath, next: String, _ links: SiteLinks
    ) -> Response {
        var response = Response.redirect(
            to: links(page.query([("next", next)])), type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension Request {
    /// The page of this site whose form a browser has sent; nil for programs, and where it is not told.
    fileprivate var pageBefore: String? {
        guard method == .post, !wantsJSON, let referer = headers[.referer],
            referer.hasPrefix(server + "/")
        else { return nil }
        return String(referer.dropFirst(server.count))
    }
}

extension SiteError {
    /// Nobody has signed in.
    static var signInNeeded: SiteError {
        SiteError(
            status: .unauthorized, title: "Sign in first",
            detail: "Nothing was changed. Open the page to sign in, then do it again.",
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// A script has shown a token that opens nothing.
    static var unknownToken: SiteError {
        SiteError(
            status: .unauthorized, title: "This token is not valid",
            detail:
                "Nothing was changed. It has expired or was revoked; its owner can create another.",
            headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    }

    /// A script has shown a token that is not for this.
    static var notForScripts: SiteError {
        SiteError(
            status: .forbidden, title: "This token does not allow that",
            detail: """
                Nothing was changed. A token reads or writes the sections it was made for; accounts and \
                what cannot be undone are for people.
                """, headers: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\""])
    }

    /// Somebody has signed in who may not do this.
    static var forbidden: SiteError {
        SiteError(
            status: .forbidden, title: "Your role does not allow this",
            detail: "Nothing was changed. An owner of the household can give you another role.")
    }

    /// The password was given too long ago for what is to be done.
    static var staleSignIn: SiteError {
        SiteError(
            status: .forbidden, title: "Enter your password again",
            detail: """
                Nothing was changed. It is more than 15 minutes since you gave your password, and this \
                cannot be undone: reload the page before, which asks for it.
                """)
    }
}
