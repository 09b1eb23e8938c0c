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
        of request: Request, to route: SiteRoutes.Route, _ links: SiteLinks, at date: Date
    ) throws(SiteError) -> Response? {
        let isPage = route.isPage && !request.wantsJSON
        if may(route.access) {
            guard route.access.asksAgain, !isFresh(at: date) else { return nil }
            guard isPage else { throw .staleSignIn }
            return Self.redirect(to: .confirmSignIn, from: request, links)
        }
        guard case .stranger = self else { throw .forbidden }
        guard isPage else { throw .signInNeeded }
        return Self.redirect(to: .signIn, from: request, links)
    }

    /// Leads to a page, and from there back to the one that was asked for.
    private static func redirect(
        to page: SitePath, from request: Request, _ links: SiteLinks
    ) -> Response {
        var response = Response.redirect(
            to: links(page.query([("next", request.uri.string)])), type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
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

    /// Somebody has signed in who may not do this.
    static var forbidden: SiteError {
        SiteError(
            status: .forbidden, title: "This is not for your account",
            detail: "Nothing was changed. An owner of the household can give you another role.")
    }

    /// The password was given too long ago for what is to be done.
    static var staleSignIn: SiteError {
        SiteError(
            status: .forbidden, title: "Give your password once more",
            detail: """
                Nothing was changed. It is more than 15 minutes since you gave your password, and this \
                cannot be undone: reload the page before, which asks for it.
                """)
    }
}
