import Domain
import Hummingbird

/// Signing in and out, and giving the password once more.
struct SignInController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.signIn, by: .everybody, use: new)
        routes.post(.signIn, by: .everybody, use: create)
        routes.get(.signInCode, by: .everybody, use: newCode)
        routes.post(.signInCode, by: .everybody, use: createCode)
        routes.get(.confirmSignIn, by: .browsers, use: askAgain)
        routes.post(.confirmSignIn, by: .browsers, use: confirm)
        routes.post(.signOut, by: .browsers, use: delete)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let next = people.next(try request.queryFields.last { $0.name == "next" }?.value)
        guard case .stranger = context.viewer else {
            return Response.redirect(to: next, type: .normal)
        }
        return try people.answer(SignInPage(people, next: next), at: .signIn, context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await people.form(of: request)
        let next = people.next(form["next"])
        if case .anybody = context.viewer { return Response.redirect(to: next, type: .normal) }
        do {
            return try await people.signIn(
                form["name"] ?? "", password: form["password"] ?? "",
                code: form["code"].flatMap { $0.isEmpty ? nil : $0 }, then: next, request, context)
        } catch let error as SignInError {
            var refusal = People.refusal(error, field: "password")
            guard !request.wantsJSON else { throw refusal.error("Not signed in") }
            // The page for the code comes after the password.
            if error == .wrongCode { refusal.faults[0].hasField = false }
            return try people.answer(
                SignInPage(people, next: next, name: form["name"] ?? "", refusal), refusal,
                at: .signIn, context)
        }
    }

    /// Asks for the code of the second factor, after the password.
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
                secret, code: form["code"] ?? "", from: context.visit.way.origin,
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

    /// Leads to the page for the name and the password.
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
                device, password: form["password"] ?? "", from: context.visit.way.origin)
            return Response.redirect(to: next, type: .normal)
        } catch let error as SignInError {
            let refusal = People.refusal(error, field: "password")
            guard !request.wantsJSON else { throw refusal.error("The password was not taken") }
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
