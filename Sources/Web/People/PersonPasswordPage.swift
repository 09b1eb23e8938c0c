import Domain
import Foundation

/// Gives somebody else a new password, who has forgotten theirs.
struct PersonPasswordPage: TemplatePage {
    static let template = "people/password"

    var layout: LayoutPage
    var name: String
    var path: String
    var password: FormField
    var passphrase: String
    var summary: FaultSummary
    var cancelPath: String
}

extension PersonPasswordPage {
    init(_ people: People, _ account: Account, _ refusal: FormRefusal? = nil) {
        let links = people.links
        self.init(
            layout: people.site.layout(
                title: "New password for \(account.name)", topic: .people,
                crumbs: [
                    people.site.settingsCrumb, PathLink(label: "People", path: links(.people)),
                ]),
            name: account.name, path: links(.personPassword(account.id.uuidString)),
            password: FormField(fault: refusal?.message(for: "newPassword")),
            passphrase: Passphrase.make(), summary: refusal?.summary ?? FaultSummary(),
            cancelPath: links(.people))
    }
}
