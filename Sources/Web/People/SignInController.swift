import Domain
import Hummingbird

/// Signing in and out, and giving the password once more.
struct SignInController: RouteProvider {
    let people: People

    private var site: Site { people.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.signIn, by: .everybody, use: new)
        routes.post(.signIn, by: .everybody, use: create)
        routes.get(.confirmSignIn, by: .people, use: askAgain)
        routes.post(.confirmSignIn, by: .people, use: confirm)
        routes.post(.signOut, by: .people, use: delete)
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let next = people.next(try request.queryFields.last { $0.name == "next" }?.value)
        guard case .stranger = context.viewer else {
            return Response.redirect(to: next, type: .normal)
        }
        return try answer(SignInPage(people, next: next), context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await people.form(of: request)
        let next = people.next(form["next"])
        if case .anybody = context.viewer { return Response.redirect(to: next, type: .normal) }
        do {
            return try await people.signIn(
                form["name"] ?? "", password: form["password"] ?? "", then: next, request, context)
        } catch let error as SignInError {
            let refusal = People.refusal(error, field: "password")
            guard !request.wantsJSON else { throw refusal.error("Nobody was signed in") }
            return try refused(
                SignInPage(people, next: next, name: form["name"] ?? "", refusal), refusal, context)
        }
    }

    @Sendable
    private func askAgain(_ request: Request, _ context: SiteContext) async throws -> Response {
        let next = people.next(try request.queryFields.last { $0.name == "next" }?.value)
        guard let device = context.viewer.device else {
            return Response.redirect(to: next, type: .normal)
        }
        return try answer(SignInPage(people, next: next, again: device), context)
    }

    @Sendable
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
            return try refused(
                SignInPage(people, next: next, again: device, refusal), refusal, context)
        }
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        if let device = context.viewer.device { try await people.accounts.remove(device) }
        return people.signedOut(context)
    }

    private func answer(_ page: SignInPage, _ context: SiteContext) throws -> Response {
        var response = try site.renderer.response(page, context: context)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func refused(
        _ page: SignInPage, _ refusal: FormRefusal, _ context: SiteContext
    ) throws -> Response {
        try site.refused(page, refusal, context)
    }
}
