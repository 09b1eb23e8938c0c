import Domain
import Foundation

/// One's own account.
struct AccountPage: TemplatePage {
    static let template = "people/account"

    var layout: LayoutPage
    var name: String
    var role: String
    var devices: [DeviceRow]
    /// Whether the person has a password here that the browser has given.
    var hasPassword: Bool
    var passwordPath: String
    var password: FormField
    var newPassword: FormField
    var passphrase: String
    var summary: FaultSummary
    var signOutPath: String
    var isOwner: Bool
    var peoplePath: String
    var phonePath: String
    var tokensPath: String
    var codePath: String

    /// A browser in which the person has signed in.
    struct DeviceRow: Sendable {
        var agent: String
        var lastUsed: String
        var isCurrent: Bool
        var deletePath: String
    }
}

extension AccountPage {
    init(
        _ people: People, _ account: Account, _ devices: [Device], current: Device?,
        notices: [Notice], _ refusal: FormRefusal?
    ) {
        let links = people.links
        self.init(
            layout: people.site.layout(
                title: "Your account", topic: .people, crumbs: [people.site.settingsCrumb],
                notices: notices),
            name: account.name, role: account.role.words,
            devices: devices.map { device in
                DeviceRow(
                    agent: BrowserName.text(device.agent),
                    lastUsed: DateText.long(device.lastUsed), isCurrent: device.id == current?.id,
                    deletePath: links(.deleteDevice(device.id.uuidString)))
            },
            hasPassword: current != nil, passwordPath: links(.accountPassword),
            password: FormField(fault: refusal?.message(for: "password")),
            newPassword: FormField(fault: refusal?.message(for: "newPassword")),
            passphrase: Passphrase.make(), summary: refusal?.summary ?? FaultSummary(),
            signOutPath: links(.signOut), isOwner: account.role == .owner,
            peoplePath: links(.people), phonePath: links(.phone),
            tokensPath: links(.accountTokens), codePath: links(.accountCode))
    }
}
