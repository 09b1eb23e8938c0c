import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The people of the household, for its owners, and the page that adds the first of them.
struct PeopleController: PeopleRoutes {
    let people: People

    private var accounts: Accounts { people.accounts }

    func addRoutes(to routes: inout SiteRoutes) {
        let list = RouteDescription.list(PeopleList.list.parameters, of: .any)
        routes.get(.people, by: .owners.askingAgain, as: list, use: index)
        routes.get(SitePath.people.json, by: .owners, as: list, use: indexJSON)
        routes.get(SitePath.people.csv, by: .owners, as: list, use: indexCSV)
        routes.post(
            .people, by: .owners.askingAgain, as: .form("name", "password", "role").adding,
            use: create)
        routes.post(.person("{id}"), by: .owners.askingAgain, as: .form("role"), use: update)
        routes.get(.deletePerson("{id}"), by: .owners.askingAgain, use: askToDelete)
        routes.post(
            .deletePerson("{id}"), by: .owners.askingAgain, as: .form(.flag("forget")), use: delete)
        routes.post(.undoPersonDeletion("{token}"), by: .owners.askingAgain, use: undoDeletion)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        try people.checkPlace(context)
        let view = try PeopleList.list.request(request)
        try view.check()
        // The confirmation of a removal shows its own forms.
        let (list, file) = (people.links(.people), people.links(.peopleFile))
        let typed = try await people.staleForm(context) {
            $0 == list
                || $0.hasPrefix(list + "/") && !$0.hasSuffix("/delete") && !$0.hasPrefix(file)
        }
        return try await answer(
            typed.map { PeoplePage.Typed($0.form, at: $0.path) } ?? PeoplePage.Typed(), nil, view,
            notices: try await notices(for: request, after: typed), context)
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let view = try PeopleList.list.request(request)
        try view.check()
        return .json(try PeopleList.list.json(await accounts.all(), of: view, \.json))
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let view = try PeopleList.list.request(request)
        try view.check()
        return try PeopleList.list.csv(await accounts.all(), of: view)
            .response(fileName: "people")
    }

    /// The notice of the last request, with an undo button.
    private func notices(
        for request: Request, after typed: ReturnedForm?
    ) async throws -> [Notice] {
        let sent = request.flashCookie
        let deletion = sent?.flash == .personDeleted ? sent?.token : nil
        // The button that was pressed before the password was asked for.
        let pressed = typed?.path.split(separator: "/").dropLast().last.map(String.init)
        guard let token = deletion ?? pressed, try await accounts.canRestore(token) else {
            return people.notices(for: request, after: typed?.form)
        }
        return [
            Notice(
                text: FlashMessage.personDeleted.text,
                undoPath: people.links(.undoPersonDeletion(token)))
        ]
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        try people.checkPlace(context)
        // Without accounts, the user can only add the first person.
        let isFirst = context.viewer.isUnrestricted
        let form = try await people.form(of: request)
        let name = form["name"] ?? ""
        let password = form["password"] ?? ""
        func refuse(_ refusal: ValidationErrors) async throws -> Response {
            guard !request.wantsJSON else { throw refusal.error("No person was added") }
            return try await answer(
                PeoplePage.Typed(name: name, role: form["role"] ?? ""), refusal, ListRequest(),
                notices: [], context)
        }
        do {
            let role = try role(in: form) ?? .member
            let account = try await accounts.add(
                name, password: password, role: role, isFirst: isFirst)
            guard !request.wantsJSON else { return .json(account.json, status: .created) }
            guard isFirst else {
                return site.redirect(to: .people, after: request, flash: .personAdded)
            }
            return try await people.signIn(
                account.name, password: password, then: people.links(.account), request, context)
        } catch let error as AccountError {
            return try await refuse(Self.refusal(error, password, of: name))
        } catch let refusal as ValidationErrors {
            return try await refuse(refusal)
        } catch let error as SignInError {
            throw People.refusal(error, field: "password").error("No person was added")
        }
    }

    /// The faults of a name and of a password. The accounts report only the first.
    private static func refusal(
        _ error: AccountError, _ password: String, of name: String
    ) -> ValidationErrors {
        var refusal = ValidationErrors(error, field: "\(error.part)")
        guard error.part == .name else { return refusal }
        do {
            try PasswordRules.check(password, of: name)
        } catch {
            refusal.faults += ValidationErrors(error, field: "password").faults
        }
        return refusal
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try await people.account(named: context)
        let form = try await people.form(of: request)
        do {
            guard let role = try role(in: form) else {
                throw ValidationErrors("role", "Role", "it is missing")
            }
            try await Submission.changing { try await accounts.change(account.name, to: role) }
            return site.redirect(to: .people, after: request, flash: .personSaved)
        } catch let error as AccountError {
            return try await refuse(
                ValidationErrors(error, field: "role"), account, form, request, context)
        } catch let refusal as ValidationErrors {
            return try await refuse(refusal, account, form, request, context)
        }
    }

    /// Shows the people again, with the fault of a role.
    private func refuse(
        _ refusal: ValidationErrors, _ account: Account, _ form: FormData, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        guard !request.wantsJSON else { throw refusal.error("The role was not changed") }
        let chosen = form["role"].flatMap { Role(rawValue: $0) } ?? account.role
        let path = people.links(.person(account.id.uuidString))
        return try await answer(
            PeoplePage.Typed(roles: [path: chosen.rawValue]),
            PeoplePage.refusal(refusal, roleOf: account), ListRequest(), notices: [], context)
    }

    /// The confirmation before a person is removed, with the consequences.
    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try await people.account(named: context)
        let typed = try await people.staleForm(
            at: .deletePerson(account.id.uuidString), context)
        let page = RecordDeletePage(
            account, try await PersonBelongings(account, accounts),
            forgets: typed?["forget"] == "yes",
            refusal: try await accounts.refusal(ofRemoving: account.name), people)
        return try people.answer(page, at: .deletePerson(account.id.uuidString), context)
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try await people.account(named: context)
        let form = try await people.form(of: request)
        let forgets = try forgets(form)
        let removal: String?
        do {
            // The last person is removed only on the machine itself, because the site is open to it
            // afterwards.
            removal = try await Submission.changing {
                try await accounts.remove(account.name, keepsLast: true, forgets: forgets)
            }
        } catch let error as AccountError where error == .last {
            throw SiteError(
                status: .conflict, title: "This is the last person",
                detail: "Without accounts, anyone at the machine can do everything. "
                    + "“homeowner user remove” does it there.")
        } catch let error as AccountError {
            let refusal = ValidationErrors(error, field: "role")
            guard !request.wantsJSON else { throw refusal.error("The person was not removed") }
            let page = RecordDeletePage(
                account, try await PersonBelongings(account, accounts), forgets: forgets,
                refusal: error, people)
            return try people.answer(
                page, refusal, at: .deletePerson(account.id.uuidString), context)
        }
        await erasePersonalData(context)
        if forgets {
            _ = try await Submission.changing {
                try await site.household.forgetAuthor(account.name)
            }
            await site.erasePersonalData(context)
        }
        return site.changed(
            account.json, at: .people, after: request,
            flash: forgets ? .personForgotten : .personDeleted, token: removal)
    }

    /// Whether a form asks to erase the name, which cannot be undone: other values are faults.
    private func forgets(_ form: FormData) throws -> Bool {
        var decoder = FormDecoder(form)
        let forgets = decoder.flag("forget", label: "The name")
        guard decoder.faults.isEmpty else {
            throw ValidationErrors(faults: decoder.faults).error("The person was not removed")
        }
        return forgets ?? false
    }

    /// Undoes a removal, unless the name was erased.
    private func undoDeletion(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        _ = try await people.form(of: request)
        let token: String = try context.parameter("token")
        do {
            let account = try await Submission.changing { try await accounts.restore(token) }
            guard let account else { throw SiteError.removedForGood }
            return site.changed(
                account.json, at: .people, after: request, flash: .personRestored)
        } catch let error as AccountError {
            throw ValidationErrors(error, field: "name").error("The person cannot be restored")
        }
    }

    /// Erases a removed person from the files of the accounts. If that fails, it is retried later.
    private func erasePersonalData(_ context: SiteContext) async {
        do {
            guard try await !accounts.erasePersonalData() else { return }
            context.logger.notice("The write-ahead log still has a removed person: it is in use")
        } catch {
            context.logger.warning(
                "A removed person is still in the files", metadata: ["error": "\(error)"])
        }
    }

    private func role(in form: FormData) throws(ValidationErrors) -> Role? {
        guard let text = form["role"], !text.isEmpty else { return nil }
        guard let role = Role(rawValue: text) else {
            throw ValidationErrors(
                "role", "Role", "“\(text.prefix(30))” is not one of owner, member, shop and viewer")
        }
        return role
    }

    private func answer(
        _ typed: PeoplePage.Typed, _ refusal: ValidationErrors?, _ view: ListRequest,
        notices: [Notice], _ context: SiteContext
    ) async throws -> Response {
        // A request that began before the first account must not see accounts added since.
        let all = context.viewer.isUnrestricted ? [] : try await accounts.all()
        let owners = all.filter { $0.role == .owner }
        let page = PeoplePage(
            people, try PeopleList.list.records(all, of: view), isFirst: all.isEmpty,
            onlyOwner: owners.count == 1 ? owners[0].id : nil, typed, notices: notices, refusal)
        return try people.answer(page, refusal, at: .people, context)
    }
}
