import Domain

/// Shows a QR code by which a phone is signed in.
struct PhonePage: TemplatePage {
    static let template = "people/phone"

    var layout: LayoutPage
    /// Whether a phone reaches this server at all.
    var isReachable: Bool
    var addresses: [SelectOption]
    /// Whether there is more than one to choose from.
    var hasChoice: Bool
    /// The link that was just made, shown this once.
    var link = ""
    var hasLink = false
    var qr = QRCode("")
    var minutes: String
    var path: String
    var accountPath: String
    var guidePath: String
}

extension PhonePage {
    init(_ people: People, _ addresses: [String], chosen: String? = nil) {
        let links = people.links
        self.init(
            layout: people.site.layout(
                title: "Sign in on a phone", topic: .people,
                crumbs: [PathLink(label: "Your account", path: links(.account))]),
            isReachable: !addresses.isEmpty,
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
        hasLink = true
        qr = QRCode(link)
    }
}
