import Domain

/// Opens the site on a phone, in three steps: somebody signs in, the network is let in, and the phone reads a QR
/// code.
struct PhonePage: TemplatePage {
    static let template = "people/phone"

    var layout: LayoutPage
    /// Whether somebody has signed in here, and where the first person is added.
    var hasAccount: Bool
    var name: String
    var peoplePath: String

    /// Whether a phone reaches this server at all, and where.
    var isReachable: Bool
    var address: String
    /// Whether the viewer can let the network in, and out again, with a certificate of this machine.
    var canOpen: Bool
    var canClose: Bool
    var openPath: String
    var closePath: String
    /// The names of the machine that the certificate holds for: `192.168.1.20, house.local`.
    var names: String
    /// Whether a server in front lets the network in, so that the program cannot.
    var isBehindProxy: Bool
    /// What is told to that server: `http://127.0.0.1:8080`.
    var proxyTarget: String

    var addresses: [SelectOption]
    /// Whether there is more than one to choose from.
    var hasChoice: Bool
    /// The link that was just made, shown this once.
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

    /// Shows a link that was just made.
    mutating func show(_ link: String) {
        self.link = link
        qr = QRCode(link)
    }
}
