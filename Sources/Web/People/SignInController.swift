import Domain
import Hummingbird

/// Signing in and out, and asking for the password again.
struct SignInController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.signIn, by: .everybody, as: .query("next"), use: new)
        routes.post(
            .signIn, by: .everybody, as: .form("name", "password", "code", "next").answering(429),
            use: create)
        routes.get(
            .signInCode, by: .everybody, as: .query("next").called("Form of the code of a sign-in"),
            use: newCode)
        routes.post(
            .signInCode, by: .everybody,
            as: .form("code", "next").answering(410, 429)
                .called("Sign in with a code"), use: createCode)
        routes.get(
            .confirmSignIn, by: .browsers,
            as: .query("next").called("Form of the password, to go on"), use: askAgain)
        routes.post(
            .confirmSignIn, by: .browsers,
            as: .form("password", "next").answering(429)
                .called("Send the password, to go on"), use: confirm)
        routes.post(.signOut, by: .browsers, use: delete)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let next = people.next(try request.queryFields.last { $0.name == "next" }?.value)
        guard case .unauthenticated = context.viewer else {
            return Response.redirect(to: next, type: .normal)
        }
        return try people.answer(SignInPage(people, next: next), at: .signIn, context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await people.form(of: request)
        let next = people.next(form["next"])
        if case .unrestricted = context.viewer { return Response.redirect(to: next, type: .normal) }
        do {
            return try await people.signIn(
                form["name"] ?? "", password: form["password"] ?? "",
                code: form["code"].flatMap { $0.isEmpty ? nil : $0 }, then: next, request, context)
        } catch let error as SignInError {
            var refusal = People.refusal(error, field: "password")
            guard !request.wantsJSON else { throw refusal.error("Not signed in") }
            // The code is asked for on the next page.
            if error == .wrongCode { refusal.faults[0].hasField = false }
            return try people.answer(
                SignInPage(people, next: next, name: form["name"] ?? "", refusal), refusal,
                at: .signIn, context)
        }
    }

    /// The page for the code of the second factor, after the password.
    private func newCode(_ request: Request, _ context: SiteContext) async throws -> Response {
        let next = people.next(try request.queryFields.last { $0.name == "next" }?.value)
        guard let secret = people.secret(of: request, context),
            try await people.accounts.accountAwaitingCode(secret) != nil
        else { return begin(next) }
        return try people.answer(
            SignInCodePage(people, next: next), at: .signInCode, context)
    }

    private func createCode(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await people.form(of: request)
        let next = people.next(form["next"])
        do {
            guard let secret = people.secret(of: request, context) else { throw SignInError.late }
            let signIn = try await people.accounts.signIn(
                secret, code: form["code"] ?? "", from: context.client.connection.signInOrigin,
                agent: request.agent)
            return try await people.signedIn(signIn, then: next, context)
        } catch SignInError.late where !request.wantsJSON {
            return begin(next)
        } catch let error as SignInError {
            let refusal = People.refusal(error, field: "code")
            guard !request.wantsJSON else { throw refusal.error("Not signed in") }
            return try people.answer(
                SignInCodePage(people, next: next, refusal), refusal, at: .signInCode, context)
        }
    }

    /// Redirects to the page for name and password.
    private func begin(_ next: String) -> Response {
        var response = Response.redirect(
            to: site.links(SitePath.signIn.query([("next", next)])), type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func askAgain(_ request: Request, _ context: SiteContext) async throws -> Response {
        let next = people.next(try request.queryFields.last { $0.name == "next" }?.value)
        guard let device = context.viewer.device else {
            return Response.redirect(to: next, type: .normal)
        }
        return try people.answer(
            SignInPage(people, next: next, again: device), at: .confirmSignIn, context)
    }

    private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await people.form(of: request)
        let next = people.next(form["next"])
        guard let device = context.viewer.device else {
            return Response.redirect(to: next, type: .normal)
        }
        do {
            try await people.accounts.confirm(
                device, password: form["password"] ?? "",
                from: context.client.connection.signInOrigin)
            return Response.redirect(to: next, type: .normal)
        } catch let error as SignInError {
            let refusal = People.refusal(error, field: "password")
            guard !request.wantsJSON else { throw refusal.error("The password was not accepted") }
            return try people.answer(
                SignInPage(people, next: next, again: device, refusal), refusal,
                at: .confirmSignIn, context)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        if let device = context.viewer.device { try await people.accounts.remove(device) }
        return people.signedOut(context)
    }
}

/// The page for name and password, or only for the password.
struct SignInPage: TemplatePage {
    static let template = "people/sign-in"

    var layout: LayoutPage
    /// The action of the form.
    var path: String
    var heading: String
    var intro: String
    /// Whether the name is asked for, or already known.
    var asksName: Bool
    var name: String
    var password: FormField
    var summary: FaultSummary
    /// The address to continue at.
    var next: String
    /// The page of the guide about forgotten passwords.
    var forgottenPath: String
}

extension SignInPage {
    init(
        _ people: People, next: String, name: String = "", _ refusal: ValidationErrors? = nil
    ) {
        self.init(
            layout: people.site.layout(title: "Sign in", topic: .people),
            path: people.links(.signIn),
            heading: "Sign in", intro: "Sign in to see the records of this household.",
            asksName: true, name: name,
            password: FormField(fault: refusal?.message(for: "password")),
            summary: refusal?.summary ?? FaultSummary(), next: next,
            forgottenPath: Self.forgottenPath(people))
    }

    init(
        _ people: People, next: String, again device: Device, _ refusal: ValidationErrors? = nil
    ) {
        self.init(
            layout: people.site.layout(title: "Your password", topic: .people),
            path: people.links(.confirmSignIn), heading: "Your password again",
            intro:
                "The next step cannot be undone, or gives others access. Please confirm it; nothing was "
                + "changed yet.",
            asksName: false, name: device.account.name,
            password: FormField(fault: refusal?.message(for: "password")),
            summary: refusal?.summary ?? FaultSummary(), next: next,
            forgottenPath: Self.forgottenPath(people))
    }

    private static func forgottenPath(_ people: People) -> String {
        people.links(.guidePage("people").at("forgot-the-password"))
    }
}

/// The page for the code of the second factor.
struct SignInCodePage: TemplatePage {
    static let template = "people/sign-in-code"

    var layout: LayoutPage
    /// The action of the form.
    var path: String
    var code: FormField
    var summary: FaultSummary
    /// The address to continue at.
    var next: String
    /// The page to start again at.
    var signInPath: String
}

extension SignInCodePage {
    init(_ people: People, next: String, _ refusal: ValidationErrors? = nil) {
        self.init(
            layout: people.site.layout(title: "Your code", topic: .people),
            path: people.links(.signInCode),
            code: FormField(fault: refusal?.message(for: "code")),
            summary: refusal?.summary ?? FaultSummary(), next: next,
            signInPath: people.links(.signIn))
    }
}

/// The cookie that identifies a browser.
struct SignInCookies: Sendable {
    let basePath: BasePath

    /// The prefix `__Host-` keeps other servers of the domain from setting or receiving the cookie.
    /// It requires encryption and the root path.
    static let secureName = "__Host-homeowner"
    static let plainName = "homeowner"
    /// Browsers keep no cookie for more than 400 days. It is renewed only by signing in.
    private static let lifetime = 400 * 86_400

    /// The secret in a request.
    func secret(of request: Request, isSecure: Bool) -> Secret? {
        request.cookieValue(isSecure ? Self.secureName : Self.plainName).flatMap { Secret($0) }
    }

    /// The cookie that sets the secret.
    func cookie(_ secret: Secret, isSecure: Bool) -> Cookie {
        cookie(secret.text, isSecure, lifetime: Self.lifetime)
    }

    /// The cookie that deletes the secret.
    func end(isSecure: Bool) -> Cookie { cookie("", isSecure, lifetime: 0) }

    private func cookie(_ value: String, _ isSecure: Bool, lifetime: Int) -> Cookie {
        Cookie(
            name: isSecure ? Self.secureName : Self.plainName, value: value, maxAge: lifetime,
            path: isSecure || basePath.path.isEmpty ? "/" : basePath.path, secure: isSecure,
            httpOnly: true, sameSite: .lax)
    }
}
