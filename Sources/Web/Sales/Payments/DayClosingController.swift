import Domain
import Foundation
import Hummingbird
import Persistence

/// Closing days, opening one again, and the list of those that are closed.
struct DayClosingController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(SitePath.closedDays.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(SitePath.closedDays.json, by: .readers(of: .sales), use: indexJSON)
        routes.post(.closedDay("{day}"), by: .editors(of: .sales), use: create)
        routes.post(.deleteClosedDay("{day}"), by: .editors(of: .sales), use: delete)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.csv(for: request, DayClosing.list, where: ClosedDay.isStillClosed)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.json(
            for: request, context, of: EntityName.sales, DayClosing.list,
            where: ClosedDay.isStillClosed)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The day was not closed") {
            let closing = try await shop.close(day, posted)
            return site.changed(
                closing.json, status: .created, at: .salesDay(day), after: request,
                announcing: .dayClosed)
        } showing: { refusal in
            var page = try await page(day)
            page.closing.show(posted, refusal)
            return page
        }
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The day stays closed") {
            try await shop.reopen(day, posted)
            return site.changed(
                .object([("date", .string(day.description)), ("closing", .null)]),
                at: .salesDay(day), after: request, announcing: .dayReopened)
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
    /// Closes a day.
    ///
    /// - Throws: ``FormRefusal``.
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
                            field: $0.key == "date" ? "counted" : $0.key,
                            label: $0.key == "opening" ? "In the morning" : "Counted",
                            message: FormText.clause($0.description))
                    })
            }
        }
    }
}

extension Shop {
    /// Opens a closed day again.
    ///
    /// - Throws: ``FormRefusal``, and a 404 for a day that is open.
    fileprivate func reopen(_ day: CalendarDay, _ form: FormData) async throws {
        var decoder = FormDecoder(form)
        let reason = decoder.line("reason", label: "Reason", limit: 500).value
        let faults = decoder.faults
        try await change { context in
            try FaultList(faults).check()
            guard let closed = try ClosedDay.find(day, in: context) else {
                throw SiteError.notFound("\(day) is not closed")
            }
            do {
                try closed.reopen(reason: reason ?? "", at: household.now())
                try household.save(context)
            } catch let refusal as SaleRefusal {
                throw FormRefusal(
                    faults: refusal.faults.map {
                        FormFault(
                            field: $0.key, label: "Reason",
                            message: FormText.clause($0.description))
                    })
            }
        }
    }
}

extension FormFault {
    /// Sales of a day that are not paid, or of which nobody has said how.
    fileprivate static let openSales = FormFault(
        field: "isConfirmed", label: "Unpaid sales", message: "confirm that they stay as they are")
}
