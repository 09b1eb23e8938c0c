import Domain
import Hummingbird

/// Signs in a phone with a link that it scans from a screen.
struct PhoneController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.phone, by: .browsers.askingAgain, use: new)
        routes.post(
            .phone, by: .browsers.askingAgain, as: .form("address", gives: .members("link")).adding,
            use: create)
        routes.get(
            .phoneLink("{secret}"), by: .everybody, as: RouteDescription().answering(410), use: ask)
        routes.post(
            .phoneLink("{secret}"), by: .everybody,
            as: .form().answering(410).called("Sign in with a link"), use: signIn)
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

    /// The confirmation page of a link. Opening it does not use up the link, since messengers load
    /// previews.
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

    /// The same response, with headers that keep its address secret.
    private func secretive(_ response: Response) -> Response {
        var response = response
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.robots] = "noindex"
        return response
    }

    /// The addresses at which a phone reaches this server, most likely first.
    private func addresses(_ request: Request, _ context: SiteContext) -> [String] {
        PhoneAddresses(request, context, site).all
    }
}

extension SiteError {
    /// The error for a link that was already used.
    static var usedLink: SiteError {
        SiteError(
            status: .gone, title: "This link has expired",
            detail: """
                It signs in once, within \(Accounts.phoneLinkMinutes) minutes. Show another QR code where \
                you are signed in.
                """, headers: [.cacheControl: "no-store"])
    }
}

/// The page that opens the site on a phone, in three steps: sign in, allow access from the network,
/// scan a QR code.
struct PhonePage: TemplatePage {
    static let template = "people/phone"

    var layout: LayoutPage
    /// Whether the user has an account, and the page that adds the first person.
    var hasAccount: Bool
    var name: String
    var peoplePath: String

    /// Whether a phone can reach this server, and at which addresses.
    var isReachable: Bool
    var address: String
    /// Whether the user can allow and forbid access from the network, with a certificate of this
    /// machine.
    var canOpen: Bool
    var canClose: Bool
    var openPath: String
    var closePath: String
    /// The names in the certificate: `192.168.1.20, house.local`.
    var names: String
    /// Whether a reverse proxy controls access from the network instead.
    var isBehindProxy: Bool
    /// The address for the reverse proxy: `http://127.0.0.1:8080`.
    var proxyTarget: String

    var addresses: [SelectOption]
    /// Whether there are several addresses to choose from.
    var hasChoice: Bool
    /// A new link, shown once.
    var link = ""
    var qr = QRCode("")
    var minutes: String
    var path: String
    var accountPath: String
    var guidePath: String
}

extension PhonePage {
    init(
        _ people: People, _ addresses: [String], for viewer: Viewer, chosen: String? = nil,
        notices: [Notice] = []
    ) {
        let (links, site) = (people.links, people.site)
        let isOwner = viewer.account?.role == .owner
        let isOpen = site.network.isWanted
        self.init(
            layout: site.layout(
                title: "Phone and network", topic: .phone, crumbs: [site.settingsCrumb],
                notices: notices),
            hasAccount: viewer.account != nil, name: viewer.account?.name ?? "",
            peoplePath: links(.people), isReachable: !addresses.isEmpty,
            address: addresses.first ?? "",
            canOpen: isOwner && site.network.isOffered && addresses.isEmpty,
            canClose: isOwner && isOpen && !addresses.isEmpty, openPath: links(.network),
            closePath: links(.deleteNetwork),
            names: MachineNames.own.all.joined(separator: ", "),
            isBehindProxy: !site.configuration.proxies.isEmpty,
            proxyTarget: site.configuration.address(port: nil),
            addresses: addresses.map {
                SelectOption(value: $0, label: $0, isSelected: $0 == chosen)
            },
            hasChoice: addresses.count > 1, minutes: "\(Accounts.phoneLinkMinutes)",
            path: links(.phone), accountPath: links(.account),
            guidePath: links(.guidePage("phone")))
    }

    /// Shows a new link.
    mutating func show(_ link: String) {
        self.link = link
        qr = QRCode(link)
    }
}

/// The page that explains a link on a phone and asks for a confirmation.
struct PhoneLinkPage: TemplatePage {
    static let template = "people/phone-link"

    var layout: LayoutPage
    var name: String
    var role: String
    /// The name of the person already signed in in this browser; empty for none.
    var formerName: String
    var path: String
}

extension PhoneLinkPage {
    init(_ people: People, _ account: Account, _ secret: Secret, on viewer: Viewer) {
        let former = viewer.account?.name ?? ""
        self.init(
            layout: people.site.layout(title: "Sign in on this phone", topic: .people),
            name: account.name, role: account.role.words, formerName: former,
            path: people.links(.phoneLink(secret.text)))
    }
}
