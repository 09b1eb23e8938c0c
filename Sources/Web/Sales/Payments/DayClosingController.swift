import Domain
import Foundation
import Hummingbird
import Persistence

/// Closing days, which is done once, and all that are closed as a table.
struct DayClosingController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(SitePath.closedDays.csv, by: .readers(of: .sales), use: indexCSV)
        routes.post(.closedDay("{day}"), by: .editors(of: .sales), use: create)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try request.checkParameters(["from", "to"])
        let (first, last) = try request.days()
        return try await ClosedDayTable(SalesPeriod(from: first, through: last), shop).response()
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let posted = try await site.form(of: request)
        do {
            let closing = try await shop.close(day, posted)
            return site.changed(
                closing.json, status: .created, at: .salesDay(day), after: request,
                announcing: .dayClosed)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The day was not closed") }
            var page = try await shop.household.container.read { records in
                DaySheetPage(
                    try DaySheet(listed: day, shop.household, in: records), shop,
                    try shop.details(in: records))
            }
            page.closing.show(posted, refusal)
            return try site.refused(page, refusal, context)
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
            decoder.fail("counted", "Counted", "say what is in the drawer")
        }
        let note = decoder.line("note", label: "Note", limit: 500)
        let faults = decoder.faults
        return try await change { context in
            try FaultList(faults).check()
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
