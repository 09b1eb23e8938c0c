import Domain
import Hummingbird

/// The code of the second factor: setting it up, replacing and removing it.
struct SecondFactorController: RouteProvider {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.accountCode, by: .browsers.askingAgain, use: show)
        routes.post(
            .accountCode, by: .browsers.askingAgain, as: .form("secret", "code"), use: update)
        routes.post(.deleteAccountCode, by: .browsers.askingAgain, use: delete)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        // The rejected form keeps its secret, because a phone has already scanned it.
        let typed = try await people.staleForm(at: .accountCode, context)
        return try await answer(
            account, typed.flatMap { CodeSecret($0["secret"] ?? "") } ?? CodeSecret(),
            people.notices(for: request, after: typed), nil, context)
    }

    /// Stores the secret of the form, after a code has proved that the phone knows it.
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
            to: .accountCode, after: request, flash: .secondFactorRemoved)
    }

    private func answer(
        _ account: Account, _ secret: CodeSecret, _ notices: [Notice], _ refusal: ValidationErrors?,
        _ context: SiteContext
    ) async throws -> Response {
        let count = try await people.accounts.recoveryCodeCount(of: account)
        let page = SecondFactorPage(people, account, secret, codesLeft: count, notices, refusal)
        return try people.answer(page, refusal, at: .accountCode, context)
    }
}

/// The page that sets up the code of the second factor.
struct SecondFactorPage: TemplatePage {
    static let template = "people/second-factor"

    var layout: LayoutPage
    /// Whether signing in asks for a code.
    var isOn: Bool
    /// The number of remaining recovery codes in words.
    var codesLeft: String
    /// New recovery codes, shown once.
    var codes: [String] = []
    var qr: QRCode
    /// The secret in groups, for a phone that cannot scan.
    var secretText: String
    var secret: String
    var code: FormField
    var path: String
    var deletePath: String
    var accountPath: String
    var summary: FaultSummary
}

extension SecondFactorPage {
    init(
        _ people: People, _ account: Account, _ secret: CodeSecret, codesLeft: Int?,
        _ notices: [Notice], _ refusal: ValidationErrors?
    ) {
        let links = people.links
        let text = secret.text
        self.init(
            layout: people.site.layout(
                title: "Two-step sign-in", topic: .people,
                crumbs: [
                    people.site.settingsCrumb,
                    PathLink(label: "Your account", path: links(.account)),
                ],
                notices: notices),
            isOn: codesLeft != nil,
            codesLeft: ItemCount.text(codesLeft ?? 0, "backup code", "backup codes"),
            qr: QRCode(secret.address(for: account.name)),
            secretText: stride(from: 0, to: text.count, by: 4).map {
                String(text.dropFirst($0).prefix(4))
            }.joined(separator: " "),
            secret: text, code: FormField(fault: refusal?.message(for: "code")),
            path: links(.accountCode), deletePath: links(.deleteAccountCode),
            accountPath: links(.account), summary: refusal?.summary ?? FaultSummary())
    }

    /// Shows new recovery codes.
    mutating func show(_ codes: [String]) {
        self.codes = codes
    }
}
