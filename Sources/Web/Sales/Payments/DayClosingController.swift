import Domain
import Foundation
import Hummingbird
import Persistence

/// Closes days, reopens them, and lists the closed ones.
struct DayClosingController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addExports(ClosedDay.list, at: .closedDays, shop, where: ClosedDay.isStillClosed)
        routes.post(
            .closedDay("{day}"), by: .editors(of: .sales),
            as: .form(
                "opening", "counted", "note", .flag("asks"), .flag("isConfirmed"),
                gives: ClosedDay.schema
            ).adding, use: create)
        routes.post(
            .closedDay("{day}").deletion, by: .editors(of: .sales),
            as: .form("reason", gives: .members("date closing")), use: delete)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "The day was not closed",
            on: { try shop.sheetPage(of: day, in: $0) }
        ) {
            let closing = try await site.change { try shop.close(day, posted, in: $0) }
            return site.changed(
                closing, status: .created, at: .salesDay(day), after: request,
                flash: .dayClosed)
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "The day stays closed",
            on: {
                var page = try shop.sheetPage(of: day, in: $0)
                page.closing.isReopening = true
                return page
            }
        ) {
            try await site.change { try shop.reopen(day, posted, in: $0) }
            return site.changed(
                .object([("date", .string(day.description)), ("closing", .null)]),
                at: .salesDay(day), after: request, flash: .dayReopened)
        }
    }
}

extension Shop {
    /// Closes a day with the counted cash. Returns the closing as JSON.
    ///
    /// - Throws: ``ValidationErrors``, and errors of the store.
    fileprivate func close(
        _ day: CalendarDay, _ form: FormData, in context: ManagedObjectContext
    ) throws -> JSONValue {
        var decoder = FormDecoder(form)
        let opening = decoder.money("opening", label: "In the morning").value
        let counted = decoder.required(
            "counted", "Counted", missing: "enter what is in the drawer"
        ) { $0.money($1, label: $2) }
        let note = decoder.line("note", label: "Note", limit: 500).value
        var faults = FaultList(decoder.faults)
        if form.awaitsConfirmation, try DaySheet(day, household, in: context).hasOpenSales {
            faults.add([.openSales])
        }
        try faults.check()
        do {
            let morning = try ShopProfile.current(in: context)?.opening
            let closed = try ClosedDay.close(
                day, opening: opening ?? morning ?? 0, counted: counted ?? 0, note: note,
                in: context)
            try household.save(context)
            return try closed.json
        } catch let refusal as SaleRefusal {
            throw ValidationErrors(
                faults: refusal.faults.map {
                    FieldError(
                        $0, $0.key == "opening" ? "In the morning" : "Counted",
                        at: $0.key == "date" ? "counted" : nil)
                })
        }
    }

    /// Reopens a closed day.
    ///
    /// - Throws: ``ValidationErrors``, a 404, and errors of the store.
    fileprivate func reopen(
        _ day: CalendarDay, _ form: FormData, in context: ManagedObjectContext
    ) throws {
        var decoder = FormDecoder(form)
        let reason = decoder.line("reason", label: "Reason", limit: 500).value ?? ""
        try FaultList(decoder.faults).check()
        guard let closed = try ClosedDay.find(day, in: context) else {
            throw SiteError.notFound("\(day) is not closed")
        }
        try ValidationErrors.asking("Reason") {
            try closed.reopen(reason: reason, at: household.now())
            try household.save(context)
        }
    }
}

extension FieldError {
    /// The fault of a day with unpaid sales, or with sales without a payment method.
    fileprivate static let openSales = FieldError(
        field: "isConfirmed", label: "Unpaid sales", message: "confirm that they stay as they are")
}

extension ClosedDay {
    /// `as it should be`, `$2.00 too much`, `$2.00 too little`.
    func differenceText(in currency: Currency) -> String {
        if difference == 0 { return "as it should be" }
        return "\(currency.text(abs(difference))) too \(difference > 0 ? "much" : "little")"
    }

    /// The schema of the closing as JSON.
    static let schema = JSONSchema.members(list.members.map(\.name).joined(separator: " "))

    /// The closing as JSON.
    var json: JSONValue { get throws { try Self.list.members.object(of: self) } }

    /// The closed days with the expected cash, the counted cash, and the difference.
    static let list = ExportList<ClosedDay>(
        entity: .closedDay, fileName: "closed-days",
        orders: [
            .init(name: "date", keyPath: "date"), .init(name: "closedAt", keyPath: "closedAt"),
            .init(name: "opening", keyPath: "openingCents"),
            .init(name: "expected", keyPath: "expectedCents"),
            .init(name: "counted", keyPath: "countedCents"),
        ],
        searched: [["note"]], day: ["date"], prefetching: [],
        members: [
            .day("date") { $0.day ?? .first },
            .instant("closedAt") { $0.closedAt },
            .money("opening") { $0.opening },
            .money("expected") { $0.expected },
            .money("counted") { $0.counted },
            .money("difference") { $0.difference },
            .text("note") { $0.note },
            .text("reopenReason", isIn: .documents) { $0.reopenReason },
        ])
}
