import Domain
import Foundation
import Hummingbird
import Persistence

/// Closes days, reopens them, and lists the closed ones.
struct DayClosingController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addExports(DayClosing.list, at: .closedDays, shop, where: ClosedDay.isStillClosed)
        routes.post(
            .closedDay("{day}"), by: .editors(of: .sales),
            as: .form(
                "opening", "counted", "note", .flag("asks"), .flag("isConfirmed"),
                gives: DayClosing.schema
            ).adding, use: create)
        routes.post(
            .deleteClosedDay("{day}"), by: .editors(of: .sales),
            as: .form("reason", gives: .members("date closing")), use: delete)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The day was not closed") {
            let closing = try await shop.close(day, posted)
            return site.changed(
                closing.json, status: .created, at: .salesDay(day), after: request,
                flash: .dayClosed)
        } showing: { refusal in
            var page = try await page(day)
            page.closing.show(posted, refusal)
            return page
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The day stays closed") {
            try await shop.reopen(day, posted)
            return site.changed(
                .object([("date", .string(day.description)), ("closing", .null)]),
                at: .salesDay(day), after: request, flash: .dayReopened)
        } showing: { refusal in
            var page = try await page(day)
            page.closing.showReopening(posted, refusal)
            return page
        }
    }

    private func page(_ day: CalendarDay) async throws -> DaySheetPage {
        try await shop.household.container.read { records in
            DaySheetPage(
                try DaySheet(listed: day, shop.household, in: records), shop,
                try shop.details(in: records))
        }
    }
}

extension Shop {
    fileprivate func close(_ day: CalendarDay, _ form: FormData) async throws -> DayClosing {
        var decoder = FormDecoder(form)
        let opening = decoder.money("opening", label: "In the morning")
        let counted = decoder.money("counted", label: "Counted")
        if counted.value == nil, decoder.message(for: "counted") == nil {
            decoder.fail("counted", "Counted", "enter what is in the drawer")
        }
        let note = decoder.line("note", label: "Note", limit: 500)
        let faults = decoder.faults
        let asks = form.awaitsConfirmation
        return try await change { context in
            var list = FaultList(faults)
            if asks, try DaySheet(listed: day, household, in: context).hasOpenSales {
                list.add([.openSales])
            }
            try list.check()
            do {
                let morning = try ShopProfile.current(in: context)?.opening
                let closed = try ClosedDay.close(
                    day, opening: opening.value ?? morning ?? 0, counted: counted.value ?? 0,
                    note: note.value, in: context)
                try household.save(context)
                return DayClosing(closed)
            } catch let refusal as SaleRefusal {
                throw FormRefusal(
                    faults: refusal.faults.map {
                        FormFault(
                            $0, $0.key == "opening" ? "In the morning" : "Counted",
                            at: $0.key == "date" ? "counted" : nil)
                    })
            }
        }
    }
}

extension Shop {
    fileprivate func reopen(_ day: CalendarDay, _ form: FormData) async throws {
        var decoder = FormDecoder(form)
        let reason = decoder.line("reason", label: "Reason", limit: 500).value
        let faults = decoder.faults
        try await change { context in
            try FaultList(faults).check()
            guard let closed = try ClosedDay.find(day, in: context) else {
                throw SiteError.notFound("\(day) is not closed")
            }
            try FormRefusal.asking("Reason") {
                try closed.reopen(reason: reason ?? "", at: household.now())
                try household.save(context)
            }
        }
    }
}

extension FormFault {
    /// The fault of a day with unpaid sales, or with sales without a payment method.
    fileprivate static let openSales = FormFault(
        field: "isConfirmed", label: "Unpaid sales", message: "confirm that they stay as they are")
}

/// The closing of a day, detached from its context.
struct DayClosing: Sendable {
    let day: CalendarDay
    let closedAt: Date?
    /// The cash in the drawer in the morning.
    let opening: Decimal
    /// The expected cash.
    let expected: Decimal
    /// The counted cash.
    let counted: Decimal
    /// The surplus; negative for a shortage.
    let difference: Decimal
    let note: String
    /// The reason of the latest reopening; empty if it was never reopened.
    let reopenReason: String

    init(_ closed: ClosedDay) {
        day = closed.day ?? CalendarDay(.init(timeIntervalSince1970: 0))
        closedAt = closed.closedAt
        opening = closed.opening
        expected = closed.expected
        counted = closed.counted
        difference = closed.difference
        note = closed.note ?? ""
        reopenReason = closed.reopenReason ?? ""
    }

    /// `as it should be`, `$2.00 too much`, `$2.00 too little`.
    func differenceText(in currency: Currency) -> String {
        if difference == 0 { return "as it should be" }
        return "\(currency.text(abs(difference))) too \(difference > 0 ? "much" : "little")"
    }

    /// The schema of the closing as JSON.
    static let schema = JSONSchema.members(
        "date closedAt opening expected counted difference note reopenReason")

    /// The closing as JSON.
    var json: JSONValue {
        .object([
            ("date", .string(day.description)), ("closedAt", .date(closedAt)),
            ("opening", .string(Money.plainText(opening))),
            ("expected", .string(Money.plainText(expected))),
            ("counted", .string(Money.plainText(counted))),
            ("difference", .string(Money.plainText(difference))),
            ("note", .string(note.isEmpty ? nil : note)),
            ("reopenReason", .string(reopenReason.isEmpty ? nil : reopenReason)),
        ])
    }
}

extension DayClosing {
    /// The closed days with the expected cash, the counted cash, and the difference.
    static let list = ExportList<ClosedDay>(
        entity: .closedDay, fileName: "closed-days",
        orders: [
            .init(name: "date", keyPath: "date"), .init(name: "closedAt", keyPath: "closedAt"),
            .init(name: "opening", keyPath: "openingCents"),
            .init(name: "expected", keyPath: "expectedCents"),
            .init(name: "counted", keyPath: "countedCents"),
        ],
        searched: [["note"]], day: ["date"], prefetching: [], columns: csvColumns,
        cells: { DayClosing($0).csvCells }, json: { day, _ in DayClosing(day).json })

    /// The columns of a CSV export.
    fileprivate static let csvColumns = [
        "date", "closedAt", "opening", "expected", "counted", "difference", "note",
    ]

    /// The cells of the closing in the order of the columns.
    fileprivate var csvCells: [CSVDocument.Cell] {
        [
            .plain(day.description), .plain(closedAt.map(ISO8601Text.utc)),
            .plain(Money.plainText(opening)), .plain(Money.plainText(expected)),
            .plain(Money.plainText(counted)), .plain(Money.plainText(difference)), .text(note),
        ]
    }
}
