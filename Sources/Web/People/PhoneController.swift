import Domain
import Hummingbird

/// Signs somebody in on a phone, by a link that the phone reads from a screen.
struct PhoneController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.phone, by: .browsers.askingAgain, use: new)
        routes.post(.phone, by: .browsers.askingAgain, use: create)
        routes.get(.phoneLink("{secret}"), by: .everybody, use: ask)
        routes.post(.phoneLink("{secret}"), by: .everybody, use: signIn)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        if site.configuration.hasNoAccounts { _ = try people.account(context) }
        let page = PhonePage(
            people, addresses(request, context), for: context.viewer,
            notices: site.notices(for: request))
        return try people.answer(page, at: .phone, context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = try await people.form(of: request)
        let addresses = addresses(request, context)
        guard let first = addresses.first else {
            throw SiteError(
                status: .conflict, title: "Phones cannot reach this server",
                detail: "It accepts connections from this machine only. Let phones in first."
            )
        }
        let address = addresses.first { $0 == form["address"] } ?? first
        let secret = try await people.accounts.addPhoneLink(of: account)
        let link = address + SitePath.phoneLink(secret.text).path
        guard !request.wantsJSON else {
            var response = Response.json(.object([("link", .string(link))]), status: .created)
            response.headers[.cacheControl] = "no-store"
            return response
        }
        var page = PhonePage(people, addresses, for: context.viewer, chosen: address)
        page.show(link)
        return try people.answer(page, at: .phone, context)
    }

    /// Says what the link will do. Whoever only opens it, a preview in a messenger for example, uses
    /// nothing up.
    private func ask(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try context.parameter("secret", as: String.self)
        guard let secret = Secret(text),
            let account = try await people.accounts.account(ofPhoneLink: secret)
        else { throw SiteError.usedLink }
        return secretive(
            try people.answer(
                PhoneLinkPage(people, account, secret, on: context.viewer),
                at: .phoneLink(text), context))
    }

    private func signIn(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let secret = Secret(try context.parameter("secret", as: String.self)) else {
            throw SiteError.usedLink
        }
        do {
            let signIn = try await people.accounts.signIn(
                withPhoneLink: secret, agent: request.agent)
            return secretive(
                try await people.signedIn(signIn, then: site.links(.overview), context))
        } catch is SignInError {
            throw SiteError.usedLink
        }
    }

    /// An answer whose address nobody else is to learn.
    private func secretive(_ response: Response) -> Response {
        var response = response
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.robots] = "noindex"
        return response
    }

    /// The addresses at which a phone reaches this server, the likeliest first.
    private func addresses(_ request: Request, _ context: SiteContext) -> [String] {
        PhoneAddresses(request, context, site).all
    }
}

extension SiteError {
    /// A link for a phone that signs nobody in any more.
    static var usedLink: SiteError {
        SiteError(
            status: .gone, title: "This link has expired",
            detail: """
                It signs in once, within \(Accounts.phoneLinkMinutes) minutes. Show another QR code where \
                you are signed in.
                """, headers: [.cacheControl: "no-store"])
    }
}
