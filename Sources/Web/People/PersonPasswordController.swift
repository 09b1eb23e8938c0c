import Domain
import Foundation
import Hummingbird

/// Sets a new password for another person, as an owner.
struct PersonPasswordController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.personPassword("{id}"), by: .owners.askingAgain, use: edit)
        routes.post(
            .personPassword("{id}"), by: .owners.askingAgain, as: .form("newPassword"), use: update)
    }

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try await people.account(named: context)
        return try people.answer(
            PersonPasswordPage(people, account), at: .personPassword(account.id.uuidString),
            context)
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try await people.account(named: context)
        let form = try await people.form(of: request)
        // The owner's own browser stays signed in, because it has just given the former password.
        let device = context.viewer.account?.id == account.id ? context.viewer.device : nil
        do {
            try await Submission.changing {
                try await people.accounts.change(
                    account.name, password: form["newPassword"] ?? "", keeping: device)
            }
        } catch let error as AccountError {
            return try refuse(
                account, ValidationErrors(error, field: "newPassword"), request, context)
        } catch let error as SignInError {
            return try refuse(
                account, People.refusal(error, field: "newPassword"), request, context)
        }
        return site.changed(
            account.json, at: .people, after: request, flash: .personPasswordSaved)
    }

    private func refuse(
        _ account: Account, _ refusal: ValidationErrors, _ request: Request, _ context: SiteContext
    ) throws -> Response {
        guard !request.wantsJSON else { throw refusal.error("The password was not changed") }
        return try people.answer(
            PersonPasswordPage(people, account, refusal), refusal,
            at: .personPassword(account.id.uuidString), context)
    }
}

/// The page that sets a new password for a person who forgot theirs.
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
    init(_ people: People, _ account: Account, _ refusal: ValidationErrors? = nil) {
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
