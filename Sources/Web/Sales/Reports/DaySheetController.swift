import Domain
import Hummingbird
import Persistence

struct DaySheetController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.salesDay, by: .readers(of: .sales), as: .query("date"), use: find)
        routes.get(
            .salesDay("{day}"), by: .readers(of: .sales),
            as: .document(.members("date totals records taxes payments paid unsaid owed closing")),
            use: show, json: showJSON, csv: showCSV, events: showEvents)
    }

    /// Redirects to the sheet of the day in a form, or of today.
    private func find(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let text = request.uri.queryParameters.get("date"), !text.isEmpty else {
            return shop.site.redirect(to: .salesDay(CalendarDay.today()), after: request)
        }
        do {
            let day = try CalendarDay(parsing: text, by: request.region)
            return shop.site.redirect(to: .salesDay(day), after: request)
        } catch {
            throw SiteError.unprocessable("There is no such day", "date", "Day", error.description)
        }
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        return try await shop.site.pages.page(for: request, context, dependingOn: EntityName.sales)
        {
            records in
            var page = DaySheetPage(
                try DaySheet(day, shop.household, in: records), shop,
                try shop.details(in: records), notices: shop.site.notices(for: request))
            if let closed = try ClosedDay.find(day, in: records) {
                try page.layout.showChanges(of: closed, shop.household, in: records)
            }
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        return try await shop.site.pages.json(for: request, context, dependingOn: EntityName.sales)
        {
            records in
            try DaySheet(day, shop.household, in: records).json(shop.links, in: records)
        }
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let (ids, table) = try await shop.household.container.read(
            timeLimit: shop.site.longestRead
        ) {
            let ids = try $0.fetchObjectIDs(SaleQuery(day).fetchRequest($0.coordinator))
            return (ids, try Sales(shop: shop).table(in: $0))
        }
        return table.response(ids, fileName: "sales-\(day)")
    }

    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        return try await shop.site.events(for: request, dependingOn: EntityName.sales) { records in
            try DaySheet(day, shop.household, in: records).liveState(shop.links, in: records)
        }
    }
}

extension SiteContext {
    /// The day in the address.
    ///
    /// - Throws: a 404 if it is invalid.
    var day: CalendarDay {
        get throws {
            do {
                let text = try parameter("day", as: String.self)
                let day = try CalendarDay(parsing: text)
                // A day has only one address.
                guard day.description == text else { throw CalendarDayFault.unreadable(text) }
                return day
            } catch is CalendarDayFault {
                throw SiteError.notFound("There is no such day")
            }
        }
    }
}
