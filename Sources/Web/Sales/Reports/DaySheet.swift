import Domain
import Foundation
import Hummingbird
import Persistence

/// The sales of a day.
struct DaySheet {
    let day: CalendarDay
    /// All sales of the day in their order, including void ones.
    let sales: [ListedSale]
    let totals: SalesTotals
    /// The sold products, largest total first.
    let products: [SalesTotalsEntry]
    /// The totals by tax rate, those without a tax last; empty if nothing was taxed.
    let taxes: [SalesTotalsEntry]
    /// The payments of the day, by payment method.
    let payments: DayPayments
    /// What is neither paid nor due of the day's sales, by record number.
    let unsaid: [Int64: Decimal]
    /// The unpaid amount of the day's sales.
    let owed: Decimal
    /// The cash in the drawer in the morning.
    let opening: Decimal
    /// The closing of the day; nil while it is open.
    let closing: ClosedDay?
    /// The time and the reason of its latest reopening; nil if it was never reopened.
    let reopening: (date: Date, reason: String)?

    /// Reads a sheet.
    ///
    /// - Throws: errors of the store.
    init(_ day: CalendarDay, _ household: Household, in context: ManagedObjectContext) throws {
        self.day = day
        let query = SaleQuery(day)
        sales = try ListedSale.fetch(query.fetchRequest(context.coordinator), in: context)
        totals = try household.salesFigures.totals(of: SalesPeriod.day(day), in: context)
        taxes = try Self.taxes(of: day, household, in: context)
        payments = try DayPayments(of: day, in: context)
        unsaid = try query.unsaid(in: context)
        owed = sales.reduce(Decimal(0)) { $0 + $1.owed }
        opening = try ShopProfile.current(in: context)?.opening ?? 0
        closing = try ClosedDay.find(day, in: context)
        reopening = try ClosedDay.reopened(day, in: context).flatMap { closed in
            closed.reopenedAt.map { ($0, closed.reopenReason ?? "") }
        }
        let byProduct = try household.salesFigures.totals(
            by: .product, of: SalesPeriod.day(day), in: context)
        let names = try RecordNames.names(of: Array(byProduct.keys), "Product", in: context)
        products = byProduct.map {
            SalesTotalsEntry(
                grouping: .product, number: $0.key, recordName: names[$0.key] ?? "",
                totals: $0.value)
        }.sorted {
            ($1.totals.amount, $0.number) < ($0.totals.amount, $1.number)
        }
    }

    private static func taxes(
        of day: CalendarDay, _ household: Household, in context: ManagedObjectContext
    ) throws -> [SalesTotalsEntry] {
        let totals = try household.salesFigures.totals(
            by: .taxRate, of: SalesPeriod.day(day), in: context)
        guard totals.keys.contains(where: { $0 != 0 }) else { return [] }
        let rates = try TaxRate.all(in: context).map { ($0.savedNumber, $0.title) }
        return (rates + [(0, "")]).compactMap { number, title in
            totals[number].map {
                SalesTotalsEntry(grouping: .tax, number: number, recordName: title, totals: $0)
            }
        }
    }

    /// The number of void sales and returns.
    var voidCount: Int { sales.count(where: \.isVoid) }

    /// The sum of the amounts without a payment method.
    var unknownPayment: Decimal { unsaid.values.reduce(0, +) }

    /// What payments and returns of other days settle of the day's sales, less what those of the
    /// day settle of other sales. With the payments, the amount due and the amount without a
    /// payment method, it adds up to the total.
    var otherDays: Decimal { totals.amount - payments.amount - owed - unknownPayment }

    /// The unpaid sales, and those without a payment method.
    var openSales: [ListedSale] {
        sales.filter { !$0.isVoid && ($0.owed > 0 || unsaid[$0.recordNumber] != nil) }
    }

    var hasOpenSales: Bool { !openSales.isEmpty }

    /// The expected cash in the drawer.
    var expected: Decimal { opening + payments.cash }

    private var jsonMembers: [(name: String, value: JSONValue)] {
        get throws {
            [
                ("taxes", .array(taxes.map(\.jsonOfTax))),
                ("payments", .array(payments.entries.map(\.json))),
                ("paid", .money(payments.amount)), ("unsaid", .money(unknownPayment)),
                ("owed", .money(owed)), ("otherDays", .money(otherDays)),
                ("closing", try closing?.json ?? .null),
            ]
        }
    }
}

extension SaleQuery {
    /// The sales of a day, in their order.
    init(_ day: CalendarDay) {
        self.init()
        (from, through) = (day, day)
        sortDescriptors = [FetchSortDescriptor("number")]
    }
}

extension DaySheet {
    /// The state of the sheet for live updates.
    ///
    /// - Throws: errors of the store.
    func liveState(_ links: SiteLinks, in context: ManagedObjectContext) throws -> LiveState {
        LiveState(
            rows: try wholeSales(in: context).map {
                LiveState.Row(id: $0.recordNumber, showing: try $0.json(links))
            },
            totals: try totals.jsonMembers + [("voidCount", .int(voidCount))] + jsonMembers)
    }

    /// The sheet as JSON.
    ///
    /// - Throws: errors of the store.
    func json(_ links: SiteLinks, in context: ManagedObjectContext) throws -> JSONValue {
        .object(
            [
                ("date", .string(day.description)),
                ("totals", .object(try totals.jsonMembers + [("voidCount", .int(voidCount))])),
                ("records", .array(try wholeSales(in: context).map { try $0.json(links) })),
            ] + (try jsonMembers))
    }

    /// The sales as records, whose JSON has more than the sheet shows.
    private func wholeSales(in context: ManagedObjectContext) throws -> [Sale] {
        try Sale.fetch(SaleQuery(day).fetchRequest(context.coordinator), in: context)
    }
}

extension DayPayments.Entry {
    /// The payments of a method as JSON.
    fileprivate var json: JSONValue {
        .object([
            ("kind", .reference(kind, name)), ("count", .int(count)), ("amount", .money(amount)),
        ])
    }
}

extension SalesTotalsEntry {
    /// The totals of a tax rate as JSON.
    fileprivate var jsonOfTax: JSONValue {
        .object([
            ("taxRate", .int(isNothing ? nil : number)), ("title", .string(name)),
            ("net", .money(totals.net)), ("tax", .money(totals.tax)),
            ("gross", .money(totals.amount)),
        ])
    }
}

struct DaySheetController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let shop = shop
        routes.get(.salesDay, by: .readers(of: .sales), as: .query("date"), use: find)
        addPage(
            at: .salesDay("{day}"), to: &routes,
            as: .document(
                .members(
                    "date totals records taxes payments paid unsaid owed otherDays closing")),
            about: { try $1.day }, csv: showCSV,
            json: { try DaySheet($0, shop.household, in: $1).json(shop.links, in: $1) },
            events: { try DaySheet($0, shop.household, in: $1).liveState(shop.links, in: $1) }
        ) { day, notices, records in
            var page = try shop.sheetPage(of: day, notices: notices, in: records)
            if let closed = try ClosedDay.find(day, in: records) {
                try page.layout.showChanges(of: closed, shop.household, in: records)
            }
            return page
        }
    }

    /// Redirects to the sheet of the day in a form, or of today.
    private func find(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let text = request.uri.queryParameters.get("date"), !text.isEmpty else {
            return site.redirect(to: .salesDay(CalendarDay.today()), after: request)
        }
        do {
            let day = try CalendarDay(parsing: text, by: request.region)
            return site.redirect(to: .salesDay(day), after: request)
        } catch {
            throw SiteError.unprocessable("There is no such day", "date", "Day", error.description)
        }
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let day = try context.day
        let (ids, table) = try await shop.household.container.read(
            timeLimit: site.longestRead
        ) {
            let ids = try $0.fetchObjectIDs(SaleQuery(day).fetchRequest($0.coordinator))
            return (ids, try Sales(shop: shop).table(in: $0))
        }
        return table.response(ids, fileName: "sales-\(day)")
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
