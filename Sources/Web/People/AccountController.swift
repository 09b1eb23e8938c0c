import Domain
import Foundation
import Hummingbird

/// The user's own account with its browsers and its password.
struct AccountController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.account, by: .browsers, use: show)
        routes.post(
            .accountPassword, by: .browsers, as: .form("password", "newPassword").answering(429),
            use: update)
        routes.post(.deleteDevice("{id}"), by: .browsers, use: deleteDevice)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        return try await answer(account, notices: site.notices(for: request), nil, context)
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = try await people.form(of: request)
        do {
            if let device = context.viewer.device {
                try await people.accounts.confirm(
                    device, password: form["password"] ?? "",
                    from: context.client.connection.signInOrigin)
            }
            try await people.accounts.change(
                account.name, password: form["newPassword"] ?? "", keeping: context.viewer.device)
            return site.redirect(to: .account, after: request, flash: .passwordSaved)
        } catch let error as SignInError {
            return try await refuse(
                account, People.refusal(error, field: "password"), request, context)
        } catch let error as AccountError {
            return try await refuse(
                account, ValidationErrors(error, field: "newPassword"), request, context)
        }
    }

    private func deleteDevice(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let devices = try await people.accounts.devices(of: account)
        let id = UUID(uuidString: try context.parameter("id"))
        guard let device = devices.first(where: { $0.id == id }) else {
            throw SiteError.notFound("There is no such browser")
        }
        try await people.accounts.remove(device)
        guard device.id != context.viewer.device?.id else { return people.signedOut(context) }
        return site.redirect(to: .account, after: request, flash: .deviceSignedOut)
    }

    private func refuse(
        _ account: Account, _ refusal: ValidationErrors, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        guard !request.wantsJSON else { throw refusal.error("The password was not changed") }
        return try await answer(account, notices: [], refusal, context)
    }

    private func answer(
        _ account: Account, notices: [Notice], _ refusal: ValidationErrors?, _ context: SiteContext
    ) async throws -> Response {
        let page = AccountPage(
            people, account, try await people.accounts.devices(of: account),
            current: context.viewer.device, notices: notices, refusal)
        return try people.answer(page, refusal, at: .account, context)
    }
}

extension ValidationErrors {
    /// The fault of an account at a field of its form.
    init(_ error: AccountError, field: String) {
        let label =
            switch field {
            case "name": "Name"
            case "role": "Role"
            case "until": "Until"
            default: "New password"
            }
        self.init(faults: [FieldError(field: field, label: label, message: error.description)])
    }
}

/// The page of the user's own account.
struct AccountPage: TemplatePage {
    static let template = "people/account"

    var layout: LayoutPage
    var name: String
    var role: String
    var devices: [DeviceRow]
    /// Whether the account has a password here that this browser has signed in with.
    var hasPassword: Bool
    var passwordPath: String
    var password: FormField
    var newPassword: FormField
    var passphrase: String
    var summary: FaultSummary
    var signOutPath: String
    var peoplePath: String
    var phonePath: String
    var tokensPath: String
    var codePath: String

    /// A browser that is signed in.
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
        notices: [Notice], _ refusal: ValidationErrors?
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
            signOutPath: links(.signOut), peoplePath: links(.people), phonePath: links(.phone),
            tokensPath: links(.accountTokens), codePath: links(.accountCode))
    }
}
