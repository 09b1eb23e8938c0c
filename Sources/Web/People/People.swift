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
        _ name: String, password: String, code: String? = nil, then next: String,
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let signIn = try await accounts.signIn(
            name, password: password, code: code, from: context.visit.way.origin,
            agent: request.agent)
        return try await signedIn(signIn, then: next, context)
    }

    /// Gives a browser its secret, and goes on to a page; to that for the code where one is missing.
    func signedIn(
        _ signIn: SignIn, then next: String, _ context: SiteContext
    ) async throws -> Response {
        // The former one of this browser ends: nobody goes on with a secret that was there before.
        if let former = context.visit.viewer.device { try await accounts.remove(former) }
        let code = links(SitePath.signInCode.query([("next", next)]))
        var response = Response.redirect(to: signIn.awaitsCode ? code : next, type: .normal)
        response.setCookie(
            cookies.cookie(signIn.secret, isSecure: context.visit.way.isSecure))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The secret that a browser sends; nil if it sends none.
    func secret(of request: Request, _ context: SiteContext) -> Secret? {
        cookies.secret(of: request, isSecure: context.visit.way.isSecure)
    }

    /// Shows a page that is for one person alone, so that no browser keeps it.
    func answer<PageModel: TemplatePage>(
        _ page: PageModel, _ refusal: FormRefusal? = nil, at path: SitePath, _ context: SiteContext
    ) throws -> Response {
        if let refusal { return try site.refused(page, refusal, context) }
        var response = try site.renderer.response(page, context: context)
        response.headers[.cacheControl] = "no-store"
        if !page.layout.notices.isEmpty {
            response.setCookie(SentAnnouncement.end(at: links(path)))
        }
        return response
    }

    /// The person who has signed in.
    ///
    /// - Throws: a 404 where there are no accounts.
    func account(_ context: SiteContext) throws(SiteError) -> Account {
        guard let account = context.viewer.account else {
            throw SiteError(
                status: .notFound, title: "There are no accounts",
                detail: "Anyone who can reach this server can do everything. Add people first.")
        }
        return account
    }

    /// The person whom an address names.
    ///
    /// - Throws: a 404 if there is none.
    func account(named context: SiteContext) async throws -> Account {
        let id = UUID(uuidString: try context.parameter("id"))
        guard let account = try await accounts.all().first(where: { $0.id == id }) else {
            throw SiteError.notFound("There is no such person")
        }
        return account
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
            !text.hasPrefix(links(.signIn)), !text.hasPrefix(links(.phone) + "/")
        else { return links(.overview) }
        return text
    }

    /// The first person is added on the machine itself.
    ///
    /// - Throws: a 403 from elsewhere, and where there are to be no accounts.
    func checkPlace(_ context: SiteContext) throws(SiteError) {
        guard !site.configuration.hasNoAccounts else {
            throw SiteError(
                status: .forbidden, title: "There are no accounts here",
                detail:
                    "The server was started with --no-accounts. Start it without, to add people.")
        }
        guard context.viewer.isAnybody, !context.visit.way.isLocal else { return }
        throw SiteError(
            status: .forbidden, title: "The first person is added on the machine itself",
            detail: "Open this page there, at its own address, or run “homeowner user add NAME”.")
    }

    /// What a failed attempt says, and its status.
    static func refusal(_ error: SignInError, field: String) -> FormRefusal {
        func refusal(
            _ status: HTTPResponse.Status, _ message: String, retryAfter seconds: Int? = nil
        ) -> FormRefusal {
            FormRefusal(
                status: status,
                faults: [
                    FormFault(
                        field: field, label: field == "code" ? "Code" : "Password",
                        message: message)
                ],
                headers: seconds.map { [.retryAfter: String($0)] as HTTPFields } ?? [:])
        }
        switch error {
        case .wrong:
            return refusal(.unprocessableContent, "the name or the password is wrong")
        case .wrongCode:
            return FormRefusal("code", "Code", "it is wrong, or was used already")
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
    /// What the browser calls itself.
    var agent: String { headers[.userAgent] ?? "" }
}

extension People {
    /// Makes something with a secret, and shows that this once: on the page of its kind, or in JSON. What is
    /// wrong with the form is told there too.
    ///
    /// - Parameters:
    ///   - title: what programs are told if it was not made.
    ///   - page: the page with an empty form, or with the one that is refused.
    ///   - make: returns what was made for programs, and what shows it on the page.
    func make<PageModel: TemplatePage>(
        for request: Request, _ context: SiteContext, at path: SitePath, orTell title: String,
        page: (FormRefusal?) async throws -> PageModel,
        making make: () async throws -> (json: JSONValue, show: (inout PageModel) -> Void)
    ) async throws -> Response {
        let refusal: FormRefusal
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
            refusal = FormRefusal(error, field: error.part == .end ? "until" : "name")
        } catch let error as FormRefusal {
            refusal = error
        }
        guard !request.wantsJSON else { throw refusal.error(title) }
        return try answer(try await page(refusal), refusal, at: path, context)
    }
}

/// A controller of the people.
protocol PeopleRoutes: RouteProvider {
    var people: People { get }
}

extension PeopleRoutes {
    var site: Site { people.site }
}
