import Domain
import Foundation
import Hummingbird

/// The tokens of the user's scripts: creating, listing, revoking.
struct TokensController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.accountTokens, by: .browsers.askingAgain, use: index)
        routes.post(
            .accountTokens, by: .browsers.askingAgain,
            as: .form(
                "name", .choice("access", ["read", "write"]), .several("section"), "until",
                gives: .members("id name token access sections expires")
            ).adding, use: create)
        routes.post(.deleteToken("{id}"), by: .browsers, use: delete)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let typed = try await people.staleForm(at: .accountTokens, context)
        let page = try await page(
            account, typed.map(TokenForm.init) ?? TokenForm(),
            people.notices(for: request, after: typed))
        return try people.answer(page, at: .accountTokens, context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = TokenForm(try await people.form(of: request))
        return try await people.make(
            for: request, context, at: .accountTokens, orTell: "No token was made"
        ) { refusal in
            try await page(account, refusal == nil ? TokenForm() : form, refusal: refusal)
        } making: {
            let fields = try form.checked(for: account.role, site.catalog)
            let (token, text) = try await people.accounts.addToken(
                fields.name, of: account, writes: fields.writes, sections: fields.sections,
                until: fields.end)
            return (
                token.json(text),
                { $0.show(token, text, at: site.address(of: request), site.catalog) }
            )
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let id = UUID(uuidString: try context.parameter("id"))
        let tokens = try await people.accounts.tokens(of: account)
        guard let token = tokens.first(where: { $0.id == id }) else {
            throw SiteError.notFound("There is no such token")
        }
        try await people.accounts.remove(token)
        return site.redirect(to: .accountTokens, after: request, flash: .tokenRevoked)
    }

    private func page(
        _ account: Account, _ form: TokenForm, _ notices: [Notice] = [],
        refusal: ValidationErrors? = nil
    ) async throws -> TokensPage {
        TokensPage(
            people, try await people.accounts.tokens(of: account), of: account, form, notices,
            refusal)
    }
}

extension AccessToken {
    /// The token as JSON, with its text, which is shown once.
    fileprivate func json(_ text: String) -> JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("name", .string(name)), ("token", .string(text)),
            ("access", .string(writes ? "write" : "read")),
            ("sections", .array(sections.sorted().map { .string($0) })),
            ("expires", .date(expires)),
        ])
    }
}
