import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// The dependencies that the controllers of accounts share.
struct People: Sendable {
    let site: Site

    var accounts: Accounts { site.accounts }
    var links: SiteLinks { site.links }
    private var cookies: SignInCookies { SignInCookies(basePath: links.basePath) }

    /// Reads a form with a password. Card numbers are not removed from it, unlike in other forms.
    func form(of request: Request) async throws -> FormData {
        try await FormReader(
            limits: site.configuration.limits, folder: site.household.directory.incoming
        ).read(request)
    }

    /// Signs in a person in the browser of a request, and redirects to a page.
    ///
    /// - Throws: `SignInError`.
    func signIn(
        _ name: String, password: String, code: String? = nil, then next: String,
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let signIn = try await accounts.signIn(
            name, password: password, code: code, from: context.client.connection.signInOrigin,
            agent: request.agent)
        return try await signedIn(signIn, then: next, context)
    }

    /// Gives a browser its secret, and redirects to a page, or to the page for the code if it is
    /// missing.
    func signedIn(
        _ signIn: SignIn, then next: String, _ context: SiteContext
    ) async throws -> Response {
        // The former session of this browser ends, so that a fixed secret cannot be used.
        if let former = context.client.viewer.device { try await accounts.remove(former) }
        let code = links(SitePath.signInCode.query([("next", next)]))
        var response = Response.redirect(to: signIn.awaitsCode ? code : next, type: .normal)
        response.setCookie(
            cookies.cookie(signIn.secret, isSecure: context.client.connection.isSecure))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The secret in a request; nil if there is none.
    func secret(of request: Request, _ context: SiteContext) -> Secret? {
        cookies.secret(of: request, isSecure: context.client.connection.isSecure)
    }

    /// The response with a page for one person only, which no browser caches.
    func answer<PageModel: TemplatePage>(
        _ page: PageModel, _ refusal: ValidationErrors? = nil, at path: SitePath,
        _ context: SiteContext
    ) throws -> Response {
        if let refusal { return try site.refused(page, refusal, context) }
        var response = try site.renderer.response(page, context: context)
        response.headers[.cacheControl] = "no-store"
        if !page.layout.notices.isEmpty {
            response.setCookie(FlashCookie.end(at: links(path)))
        }
        return response
    }

    /// The person who has signed in.
    ///
    /// - Throws: a 404 if there are no accounts.
    func account(_ context: SiteContext) throws(SiteError) -> Account {
        guard let account = context.viewer.account else {
            throw SiteError(
                status: .notFound, title: "There are no accounts",
                detail: "Anyone who can reach this server can do everything. Add people first.")
        }
        return account
    }

    /// The person in an address.
    ///
    /// - Throws: a 404 if there is none.
    func account(named context: SiteContext) async throws -> Account {
        let id = UUID(uuidString: try context.parameter("id"))
        guard let account = try await accounts.all().first(where: { $0.id == id }) else {
            throw SiteError.notFound("There is no such person")
        }
        return account
    }

    /// Redirects a browser to the sign-in page and deletes its secret.
    func signedOut(_ context: SiteContext) -> Response {
        let isSecure = context.client.connection.isSecure
        var response = Response.redirect(to: links(.signIn), type: .normal)
        response.setCookie(cookies.end(isSecure: isSecure))
        response.headers[.cacheControl] = "no-store"
        // Browsers honor it only on encrypted connections.
        if isSecure { response.headers[.clearSiteData] = "\"cache\"" }
        return response
    }

    /// The address to continue at, inside this site; the overview for any other.
    func next(_ text: String?) -> String {
        let base = links.basePath.path + "/"
        guard let text, text.hasPrefix(base), !text.hasPrefix("//"), !text.contains("\\"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), text.utf8.count <= 2_000,
            !text.hasPrefix(links(.signIn)), !text.hasPrefix(links(.phone) + "/")
        else { return links(.overview) }
        return text
    }

    /// Checks that the first person is added on the machine itself.
    ///
    /// - Throws: a 403 from other machines, and if accounts are disabled.
    func checkPlace(_ context: SiteContext) throws(SiteError) {
        guard !site.configuration.hasNoAccounts else {
            throw SiteError(
                status: .forbidden, title: "There are no accounts here",
                detail:
                    "The server was started with --no-accounts. Start it without, to add people.")
        }
        guard context.viewer.isUnrestricted, !context.client.connection.isLocal else { return }
        throw SiteError(
            status: .forbidden, title: "The first person is added on the machine itself",
            detail: "Open this page there, at its own address, or run “homeowner user add NAME”.")
    }

    /// The message and the status for a failed attempt.
    static func refusal(_ error: SignInError, field: String) -> ValidationErrors {
        func refusal(
            _ status: HTTPResponse.Status, _ message: String, retryAfter seconds: Int? = nil
        ) -> ValidationErrors {
            ValidationErrors(
                status: status,
                faults: [
                    FieldError(
                        field: field, label: field == "code" ? "Code" : "Password",
                        message: message)
                ],
                headers: seconds.map { [.retryAfter: String($0)] as HTTPFields } ?? [:])
        }
        switch error {
        case .wrong:
            return refusal(.unprocessableContent, "the name or the password is wrong")
        case .wrongCode:
            return ValidationErrors("code", "Code", "it is wrong, or was used already")
        case .late:
            return refusal(.gone, "it took too long; start over")
        case .wait(let seconds):
            return refusal(
                .tooManyRequests,
                "too many wrong attempts. Try again in \(Self.time(seconds))",
                retryAfter: seconds)
        case .busy:
            return refusal(
                .serviceUnavailable, "too many people are signing in. Try again in 10 seconds",
                retryAfter: 10)
        }
    }

    private static func time(_ seconds: Int) -> String {
        seconds < 90
            ? ItemCount.text(seconds, "second", "seconds")
            : ItemCount.text((seconds + 59) / 60, "minute", "minutes")
    }
}

extension Request {
    /// The browser's user agent.
    var agent: String { headers[.userAgent] ?? "" }
}

extension People {
    /// Creates a secret and shows it once, on its page or as JSON. Faults of the form are shown in
    /// the same way.
    ///
    /// - Parameters:
    ///   - title: the title of the error for programs.
    ///   - page: the page with an empty or a rejected form.
    ///   - make: returns the document for programs, and the closure that shows the secret on the
    ///     page.
    func make<PageModel: TemplatePage>(
        for request: Request, _ context: SiteContext, at path: SitePath, orTell title: String,
        page: (ValidationErrors?) async throws -> PageModel,
        making make: () async throws -> (json: JSONValue, show: (inout PageModel) -> Void)
    ) async throws -> Response {
        let refusal: ValidationErrors
        do {
            let (json, show) = try await make()
            guard !request.wantsJSON else {
                var response = Response.json(json, status: .created)
                response.headers[.cacheControl] = "no-store"
                return response
            }
            var page = try await page(nil)
            show(&page)
            return try answer(page, at: path, context)
        } catch let error as AccountError {
            refusal = ValidationErrors(error, field: error.part == .end ? "until" : "name")
        } catch let error as ValidationErrors {
            refusal = error
        }
        guard !request.wantsJSON else { throw refusal.error(title) }
        return try answer(try await page(refusal), refusal, at: path, context)
    }
}

/// A controller of accounts.
protocol PeopleRoutes: RouteProvider {
    var people: People { get }
}

extension PeopleRoutes {
    var site: Site { people.site }
}
