import Domain

/// Says what the link on a phone will do, before it does it.
struct PhoneLinkPage: TemplatePage {
    static let template = "people/phone-link"

    var layout: LayoutPage
    var name: String
    var role: String
    /// Who is signed in in this browser already; empty for nobody.
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
