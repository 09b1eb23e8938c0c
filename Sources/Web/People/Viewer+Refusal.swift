import Foundation
import HTTPTypes
import Hummingbird

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
            status: .unauthorized, title: "This token is not known",
            detail:
                "Nothing was changed. It has ended, or was revoked; its person can make another.",
            headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    }

    /// A script has shown a token that is not for this.
    static var notForScripts: SiteError {
        SiteError(
            status: .forbidden, title: "This token is not for that",
            detail: """
                Nothing was changed. A token reads or writes the sections it was made for; accounts and \
                what cannot be undone are for people.
                """, headers: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\""])
    }

    /// Somebody has signed in who may not do this.
    static var forbidden: SiteError {
        SiteError(
            status: .forbidden, title: "This is not for your account",
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
