import Domain
import Hummingbird

/// The code that one gives besides the password: taken up, made anew, given up.
struct SecondFactorController: RouteProvider {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.accountCode, by: .browsers.askingAgain, use: show)
        routes.post(.accountCode, by: .browsers.askingAgain, use: update)
        routes.post(.deleteAccountCode, by: .browsers.askingAgain, use: delete)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        // A phone that has read the secret knows it still.
        let typed = try await people.staleForm(at: .accountCode, context)
        return try await answer(
            account, typed.flatMap { CodeSecret($0["secret"] ?? "") } ?? CodeSecret(),
            people.notices(for: request, after: typed), nil, context)
    }

    /// Takes the secret that the form has carried, once a phone has shown that it knows it.
    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = try await people.form(of: request)
        guard let secret = CodeSecret(form["secret"] ?? "") else {
            throw SiteError.malformed("The form has no secret. Open its page again.")
        }
        do {
            let codes = try await people.accounts.setSecondFactor(
                of: account, secret, code: form["code"] ?? "")
            var page = SecondFactorPage(people, account, secret, codesLeft: codes.count, [], nil)
            page.show(codes)
            return try people.answer(page, at: .accountCode, context)
        } catch let error as SignInError {
            let refusal = People.refusal(error, field: "code")
            guard !request.wantsJSON else { throw refusal.error("Nothing was changed") }
            return try await answer(account, secret, [], refusal, context)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        try await people.accounts.removeSecondFactor(of: account.name)
        return people.site.redirect(
            to: .accountCode, after: request, announcing: .secondFactorRemoved)
    }

    private func answer(
        _ account: Account, _ secret: CodeSecret, _ notices: [Notice], _ refusal: FormRefusal?,
        _ context: SiteContext
    ) async throws -> Response {
        let count = try await people.accounts.recoveryCodeCount(of: account)
        let page = SecondFactorPage(people, account, secret, codesLeft: count, notices, refusal)
        return try people.answer(page, refusal, at: .accountCode, context)
    }
}
