import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// What the controllers of signing in share.
struct People: Sendable {
    let site: Site

    var accounts: Accounts { site.accounts }
    var links: SiteLinks { site.links }
    private var cookies: SignInCookies { SignInCookies(basePath: links.basePath) }

    /// Reads a form with a password. Nothing is taken out of it, as the numbers of cards are elsewhere.
    func form(of request: Request) async throws -> FormData {
        try await FormReader(
            limits: site.configuration.limits, folder: site.household.directory.incoming
        ).read(request)
    }

    /// Signs a person in, in the browser that has sent a request, and goes on to a page.
    ///
    /// - Throws: `SignInError`.
    func signIn(
        _ name: String, password: String, then next: String, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        let way = context.visit.way
        // The former one of this browser ends: nobody goes on with a secret that was there before.
        let former = context.visit.viewer.device
        let (_, secret) = try await accounts.signIn(
            name, password: password, from: way.origin, agent: request.headers[.userAgent] ?? "")
        if let former { try await accounts.remove(former) }
        var response = Response.redirect(to: next, type: .normal)
        response.setCookie(cookies.cookie(secret, isSecure: way.isSecure))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Sends a browser to the page for signing in, without its secret.
    func signedOut(_ context: SiteContext) -> Response {
        let isSecure = context.visit.way.isSecure
        var response = Response.redirect(to: links(.signIn), type: .normal)
        response.setCookie(cookies.end(isSecure: isSecure))
        response.headers[.cacheControl] = "no-store"
        // Browsers heed it on encrypted connections alone.
        if isSecure { response.headers[.clearSiteData] = "\"cache\"" }
        return response
    }

    /// Where to go on, below this site; the first page for everything that leads elsewhere.
    func next(_ text: String?) -> String {
        let base = links.basePath.path + "/"
        guard let text, text.hasPrefix(base), !text.hasPrefix("//"), !text.contains("\\"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), text.utf8.count <= 2_000,
            !text.hasPrefix(links(.signIn))
        else { return links(.overview) }
        return text
    }

    /// What a failed attempt says, and its status.
    static func refusal(_ error: SignInError, field: String) -> FormRefusal {
        func refusal(
            _ status: HTTPResponse.Status, _ message: String, retryAfter seconds: Int? = nil
        ) -> FormRefusal {
            FormRefusal(
                status: status,
                faults: [FormFault(field: field, label: "Password", message: message)],
                headers: seconds.map { [.retryAfter: String($0)] as HTTPFields } ?? [:])
        }
        switch error {
        case .wrong:
            return refusal(.unprocessableContent, "the name or the password is wrong")
        case .wait(let seconds):
            return refusal(
                .tooManyRequests,
                "too many were wrong. The next one counts in \(Self.time(seconds))",
                retryAfter: seconds)
        case .busy:
            return refusal(
                .serviceUnavailable, "too many people sign in just now. Try again in 10 seconds",
                retryAfter: 10)
        }
    }

    private static func time(_ seconds: Int) -> String {
        seconds < 90
            ? ItemCount.text(seconds, "second", "seconds")
            : ItemCount.text((seconds + 59) / 60, "minute", "minutes")
    }
}
