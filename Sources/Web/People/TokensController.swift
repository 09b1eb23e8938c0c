import Domain
import Foundation
import Hummingbird

/// What one's scripts show in the place of the password: made, listed, revoked.
struct TokensController: RouteProvider {
    let people: People

    private var site: Site { people.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.accountTokens, by: .browsers.askingAgain, use: index)
        routes.post(.accountTokens, by: .browsers.askingAgain, use: create)
        routes.post(.deleteToken("{id}"), by: .browsers, use: delete)
    }

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        return try await answer(account, TokenForm(), nil, request, context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = TokenForm(try await people.form(of: request))
        do {
            let fields = try form.checked(for: account.role)
            let (token, text) = try await people.accounts.addToken(
                fields.name, of: account, writes: fields.writes, sections: fields.sections,
                until: fields.end)
            guard !request.wantsJSON else {
                var response = Response.json(token.json(text), status: .created)
                response.headers[.cacheControl] = "no-store"
                return response
            }
            var page = try await page(account, TokenForm(), [], nil)
            page.show(token, text, at: site.address(of: request))
            return try people.answer(page, at: .accountTokens, context)
        } catch let error as AccountError {
            let field = error.part == .end ? "until" : "name"
            return try await refuse(
                account, form, FormRefusal(error, field: field), request, context)
        } catch let refusal as FormRefusal {
            return try await refuse(account, form, refusal, request, context)
        }
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let id = UUID(uuidString: try context.parameter("id"))
        let tokens = try await people.accounts.tokens(of: account)
        guard let token = tokens.first(where: { $0.id == id }) else {
            throw SiteError.notFound("There is no such token")
        }
        try await people.accounts.remove(token)
        return site.redirect(to: .accountTokens, after: request, announcing: .tokenRevoked)
    }

    private func refuse(
        _ account: Account, _ form: TokenForm, _ refusal: FormRefusal, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        guard !request.wantsJSON else { throw refusal.error("No token was made") }
        return try await answer(account, form, refusal, request, context)
    }

    private func answer(
        _ account: Account, _ form: TokenForm, _ refusal: FormRefusal?, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        let notices = refusal == nil ? site.notices(for: request) : []
        return try people.answer(
            try await page(account, form, notices, refusal), refusal, at: .accountTokens, context)
    }

    private func page(
        _ account: Account, _ form: TokenForm, _ notices: [Notice], _ refusal: FormRefusal?
    ) async throws -> TokensPage {
        TokensPage(
            people, try await people.accounts.tokens(of: account), of: account, form, notices,
            refusal)
    }
}

extension AccessToken {
    /// The token for programs, with the text that is told once.
    fileprivate func json(_ text: String) -> JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("name", .string(name)), ("token", .string(text)),
            ("access", .string(writes ? "write" : "read")),
            ("sections", .array(sections.sorted().map { .string($0) })),
            ("expires", .date(expires)),
        ])
    }
}
