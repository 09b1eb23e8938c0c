import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// The sender of a request, as far as it matters for access.
enum Viewer: Sendable {
    /// Anyone: there are no accounts, and only this machine reaches the server, or accounts are
    /// disabled.
    case unrestricted
    /// A user who has not signed in.
    case unauthenticated
    /// A person in a signed-in browser, or named by a trusted proxy if there is no browser. The
    /// case is indirect, because it is copied often during a request.
    indirect case person(Account, Device?)
    /// A script with a token of a person.
    indirect case script(AccessToken)

    /// Whether the sender has an access.
    func may(_ access: Access) -> Bool {
        isAmong(access.audience) && (access.besides.map { isAmong(.editors($0)) } ?? true)
    }

    private func isAmong(_ audience: Access.Audience) -> Bool {
        switch (self, audience) {
        case (_, .everybody), (.unrestricted, _): true
        case (.unauthenticated, _): false
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

    /// Whether the password was given recently enough, or signing in happens elsewhere.
    func isFresh(at date: Date) -> Bool {
        switch self {
        case .person(_, let device?):
            date.timeIntervalSince(device.passwordDate) <= Accounts.passwordLifetime
        case .script: false
        case .unrestricted, .unauthenticated, .person: true
        }
    }

    /// The person, also for a script; nil without accounts or sign-in.
    var account: Account? {
        switch self {
        case .unrestricted, .unauthenticated: nil
        case .person(let account, _): account
        case .script(let token): token.account
        }
    }

    /// Whether accounts were not in use when the request arrived.
    var isUnrestricted: Bool {
        if case .unrestricted = self { true } else { false }
    }

    /// Whether some access is denied.
    var isLimited: Bool {
        switch self {
        case .unrestricted, .unauthenticated: false
        case .person(let account, _): account.role != .owner
        case .script: true
        }
    }

    /// Whether it is a script with a token.
    var isScript: Bool {
        if case .script = self { true } else { false }
    }

    /// The signed-in browser.
    var device: Device? {
        guard case .person(_, let device) = self else { return nil }
        return device
    }

    /// The key of cached responses: senders with the same key see the same. It names no person, so
    /// the response must not differ between persons; pages use ``Client/pageKind``.
    var kind: String {
        switch self {
        case .unrestricted: ""
        case .unauthenticated: "unauthenticated"
        case .person(let account, _): account.role.rawValue
        case .script(let token):
            "\(token.account.role.rawValue) \(token.writes) \(token.sections.sorted())"
        }
    }
}

extension AccessToken {
    /// Whether the token can read the records of a section; for the overview, of all sections.
    func reads(_ section: Section) -> Bool {
        account.role.reads(section)
            && (sections.isEmpty || sections.contains(section.rawValue))
    }
}

extension Role {
    /// Whether the role can read the records of a section; for the overview, of all sections.
    func reads(_ section: Section) -> Bool { self == .shop ? section == .sales : true }

    /// Whether the role can edit the records of a section; for the overview, of all sections.
    func edits(_ section: Section) -> Bool { self != .viewer && reads(section) }

    /// The access in words.
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
    /// The name stored with changes; a script appends its name to that of its person.
    var author: String? {
        switch self {
        case .unrestricted, .unauthenticated: nil
        case .person(let account, _): account.name
        case .script(let token): "\(token.account.name) (token \(token.name))"
        }
    }

    /// The name stored with changes, with the means.
    func author(by means: String) -> String { author.map { "\($0) (\(means))" } ?? means }
}

extension Viewer {
    /// The response to a denied request; nil if access is allowed.
    ///
    /// - Parameters:
    ///   - date: the current time.
    /// - Throws: ``SiteError`` 401 or 403 if the response is not a redirect.
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
        guard case .unauthenticated = self else { throw .forbidden }
        guard request.bearer == nil else { throw .unknownToken }
        guard isPage else { throw .signInNeeded }
        return Self.redirect(to: .signIn, next: request.uri.string, links)
    }

    /// Checks an access beyond that of the route.
    ///
    /// - Throws: ``SiteError`` 403 if it is denied.
    func check(_ access: Access) throws(SiteError) {
        guard !may(access) else { return }
        throw isScript ? SiteError.notForScripts : .forbidden
    }

    /// Redirects to a page that continues at another one, mostly the requested one.
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
    /// The page of this site that posted the form; nil for programs, and if the header is missing.
    fileprivate var pageBefore: String? {
        guard method == .post, !wantsJSON, let referer = headers[.referer],
            referer.hasPrefix(server + "/")
        else { return nil }
        return String(referer.dropFirst(server.count))
    }
}

extension SiteError {
    /// The error if signing in is needed.
    static var signInNeeded: SiteError {
        SiteError(
            status: .unauthorized, title: "Sign in first",
            detail: "Nothing was changed. Open the page to sign in, then do it again.",
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// The error for an unknown token.
    static var unknownToken: SiteError {
        SiteError(
            status: .unauthorized, title: "This token is not valid",
            detail:
                "Nothing was changed. It has expired or was revoked; its owner can create another.",
            headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    }

    /// The error for a token without this access.
    static var notForScripts: SiteError {
        SiteError(
            status: .forbidden, title: "This token does not allow that",
            detail: """
                Nothing was changed. A token reads or writes the sections it was made for; accounts and \
                what cannot be undone are for people.
                """, headers: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\""])
    }

    /// The error for a person without this access.
    static var forbidden: SiteError {
        SiteError(
            status: .forbidden, title: "Your role does not allow this",
            detail: "Nothing was changed. An owner of the household can give you another role.")
    }

    /// The error if the last sign-in is too long ago.
    static var staleSignIn: SiteError {
        SiteError(
            status: .forbidden, title: "Enter your password again",
            detail: """
                Nothing was changed. It is more than 15 minutes since you gave your password, and this \
                cannot be undone: reload the page before, which asks for it.
                """)
    }
}
