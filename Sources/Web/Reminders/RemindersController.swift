import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// A person's reminders, and the servers that send them.
struct RemindersController: PeopleRoutes {
    let people: People

    /// The number of reminders that the page lists.
    private static let shown = 10

    private let tests = ReminderTests()

    func addRoutes(to routes: inout SiteRoutes) {
        let own = JSONSchema.members("email ntfy webhook kinds givesNames ways reminders")
        routes.get(
            .reminders, by: .browsers, as: .document(own), use: show, json: showJSON)
        routes.post(
            .reminders, by: .browsers,
            as: .form(
                of: ReminderChoice.Way.allCases.map { RouteParameter($0.field) } + [
                    .several("kinds", "Kinds"), .flag("givesNames", "Whether ntfy gets names"),
                ], gives: own), use: update)
        routes.post(
            .reminderTest, by: .browsers, as: .form(gives: own).answering(429), use: sendTest)
        routes.get(
            .reminderServers, by: .owners.askingAgain,
            as: .document(ReminderServers.schema).answering(404), use: show, json: showServers)
        routes.post(
            .reminderServers, by: .owners.askingAgain,
            as: .form(
                of: ReminderServers.fields.map(RouteParameter.init), gives: ReminderServers.schema
            )
            .answering(404), use: updateServers)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let typed = try await people.staleForm(at: .reminderServers, context)
        let page = try await page(
            request, context, typed, notices: people.notices(for: request, after: typed))
        return try people.answer(page, at: .reminders, context)
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        .json(try await json(people.account(context)))
    }

    private func showServers(_ request: Request, _ context: SiteContext) async throws -> Response {
        .json(site.reminders.value.json)
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        let form = try await people.form(of: request)
        return try await answer(request, context, form, orRefuse: "The reminders were not saved") {
            let former = try await people.accounts.reminderChoice(of: account)
            let choice = try form.reminderChoice(
                updating: former, of: account.role,
                webhooks: site.reminders.value.reach(of: .webhook))
            try await people.accounts.remind(account, choice)
            return site.changed(
                try await json(account), at: .reminders, after: request, flash: .remindersSaved)
        }
    }

    /// Sends a test in each way of the person.
    private func sendTest(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try people.account(context)
        _ = try await site.form(of: request)
        return try await answer(request, context, nil, orRefuse: "A test did not arrive") {
            let choice = try await people.accounts.reminderChoice(of: account)
            guard !choice.ways.isEmpty else {
                throw ValidationErrors("email", "E-mail", "choose first where you are reminded")
            }
            try tests.note(account, at: site.configuration.now())
            let failures = try await Reminders(site).sendTests(to: choice)
            try FaultList(
                failures.map { way, reason in
                    FieldError(
                        field: way.rawValue, label: way.field.label,
                        message: FormText.clause(reason))
                }
            ).check()
            return site.changed(
                try await json(account), at: .reminders, after: request, flash: .reminderTested)
        }
    }

    private func updateServers(_ request: Request, _ context: SiteContext) async throws -> Response
    {
        let form = try await people.form(of: request)
        return try await answer(request, context, form, orRefuse: "The servers were not saved") {
            try site.reminders.change { servers in
                if servers.site.isEmpty { servers.site = site.address(of: request) }
                try servers.take(form)
            }
            return site.changed(
                site.reminders.value.json, at: .reminderServers, then: .reminders, after: request,
                flash: .settingsSaved)
        }
    }

    /// Handles a form of the page, or shows it again with the input.
    private func answer(
        _ request: Request, _ context: SiteContext, _ form: FormData?, orRefuse title: String,
        _ change: () async throws -> Response
    ) async throws -> Response {
        try await site.answer(request, context, orRefuse: title, change) { refusal in
            try await page(request, context, form, refusal)
        }
    }

    private func page(
        _ request: Request, _ context: SiteContext, _ form: FormData? = nil,
        _ refusal: ValidationErrors? = nil, notices: [Notice] = []
    ) async throws -> RemindersPage {
        let account = try people.account(context)
        var servers = site.reminders.value
        if servers.site.isEmpty { servers.site = site.address(of: request) }
        return RemindersPage(
            site, account, try await people.accounts.reminderChoice(of: account), servers,
            isSetUp: !site.reminders.value.ways.isEmpty,
            try await people.accounts.reminders(of: account, limit: Self.shown), form, refusal,
            notices: notices)
    }

    private func json(_ account: Account) async throws -> JSONValue {
        let choice = try await people.accounts.reminderChoice(of: account)
        let reminders = try await people.accounts.reminders(of: account, limit: Self.shown)
        func names(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
        return .object([
            ("email", .string(choice.addresses[.email])),
            ("ntfy", .string(choice.addresses[.ntfy])),
            ("webhook", .string(choice.addresses[.webhook])),
            (
                "kinds",
                names(
                    choice.kinds.filter { $0.isShown(to: account.role) }.map(\.rawValue).sorted())
            ),
            ("givesNames", .bool(choice.givesNames)),
            ("ways", names(site.reminders.value.ways.map(\.rawValue))),
            ("reminders", .array(reminders.map(\.json))),
        ])
    }
}

extension ClaimedReminder {
    fileprivate var json: JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("way", .string(way.rawValue)),
            ("created", .date(created)),
            ("attempts", .int(attempts)), ("sent", .date(sent)), ("next", .date(next)),
            ("failure", .string(failure)),
        ])
    }
}

/// The times of people's last tests.
private final class ReminderTests: Sendable {
    /// The seconds between two tests of a person.
    private static let pause: TimeInterval = 60
    private let times = Mutex<[UUID: Date]>([:])

    /// Notes a test.
    ///
    /// - Throws: ``ValidationErrors`` with 429 soon after the last one of the person.
    func note(_ account: Account, at date: Date) throws(ValidationErrors) {
        let last = times.withLock { times -> Date? in
            times = times.filter { date.timeIntervalSince($0.value) < Self.pause }
            if let last = times[account.id] { return last }
            times[account.id] = date
            return nil
        }
        guard let last else { return }
        let seconds = Int((Self.pause - date.timeIntervalSince(last)).rounded(.up))
        throw ValidationErrors(
            status: .tooManyRequests,
            faults: [
                FieldError(
                    field: "email", label: "Test",
                    message: "one was sent just now; the next one can go in \(seconds) seconds")
            ], headers: [.retryAfter: String(seconds)])
    }
}
