import Domain
import Foundation
import Hummingbird

/// Shares a list with people without an account, by a link that expires: for the insurer, or the
/// executor.
struct SharingController: PeopleRoutes {
    let people: People
    let lists: SharedLists

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .sharing, by: .editors(of: .inventory).askingAgain, as: .query("list").answering(404),
            use: index)
        routes.post(
            .sharing, by: .editors(of: .inventory).askingAgain,
            as: .form("list", "name", "until").adding.answering(404), use: create)
        routes.post(.endSharing("{id}"), by: .editors(of: .inventory), use: delete)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let list = try request.queryFields.last { $0.name == "list" }?.value
        let typed = try await people.staleForm(at: .sharing, context)
        let page = try await page(
            account, typed.map(SharingForm.init) ?? SharingForm(list: list),
            people.notices(for: request, after: typed))
        return try people.answer(page, at: .sharing, context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = SharingForm(try await people.form(of: request))
        return try await people.make(
            for: request, context, at: .sharing, orTell: "Nothing was shared"
        ) { refusal in
            try await page(account, refusal == nil ? SharingForm() : form, refusal: refusal)
        } making: {
            let (address, end) = try form.checked(site, lists)
            let (link, secret) = try await people.accounts.share(
                address, as: form.name, by: account, until: end)
            let path =
                SharedCalendar.isMeant(by: address, site)
                ? SitePath.sharedCalendar(secret.text) : .sharedList(secret.text)
            let url = site.address(of: request) + path.path
            return (link.json(url), { $0.show(link, url) })
        }
    }

    /// Users revoke their own links; owners also those of others.
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let id = UUID(uuidString: try context.parameter("id"))
        guard let link = try await links(of: account).first(where: { $0.id == id }) else {
            throw SiteError.notFound("There is no such link")
        }
        try await people.accounts.remove(link)
        return site.redirect(to: .sharing, after: request, flash: .sharingEnded)
    }

    private func links(of account: Account) async throws -> [SharedLink] {
        try await people.accounts.sharedLinks().filter {
            account.role == .owner || $0.account.id == account.id
        }
    }

    private func page(
        _ account: Account, _ form: SharingForm, _ notices: [Notice] = [],
        refusal: ValidationErrors? = nil
    ) async throws -> SharingPage {
        let names = try await lists.inventory.names()
        return SharingPage(people, try await links(of: account), form, notices, refusal) {
            lists.text(of: $0, names)
        }
    }
}

extension SharedLink {
    /// The link as JSON, with the address that is shown only once.
    fileprivate func json(_ url: String) -> JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("name", .string(name)), ("link", .string(url)),
            ("list", .string(address)), ("expires", .date(expires)),
        ])
    }
}
