import Domain
import Persistence

/// What was sold on a day.
struct DaySheet: Sendable {
    let day: CalendarDay
    /// All sales of the day, the first one first; voided ones among them.
    let sales: [SaleValues]
    let totals: SalesTotals
    /// The products that were sold, those with the greatest totals first.
    let products: [SalesTotalsEntry]

    init(_ day: CalendarDay, _ household: Household, in context: ManagedObjectContext) throws {
        self.day = day
        var query = SaleQuery()
        query.from = day
        query.through = day
        query.sortDescriptors = [FetchSortDescriptor("number")]
        var request = try query.fetchRequest(context.coordinator)
        request.relationshipKeyPathsForPrefetching = [
            "customer", "lines", "lines.product", "returnOf", "returns",
        ]
        sales = try context.fetch(request).map(SaleValues.init)
        totals = try household.salesFigures.totals(of: .day(day), in: context)
        let byProduct = try household.salesFigures.totalsByProduct(of: .day(day), in: context)
        let names = try RecordNames.names(of: Array(byProduct.keys), "Product", in: context)
        products = byProduct.map {
            SalesTotalsEntry(
                subject: .product($0.key, name: names[$0.key] ?? ""), totals: $0.value)
        }.sorted {
            ($1.totals.amount, $0.recordNumber) < ($0.totals.amount, $1.recordNumber)
        }
    }

    /// How many sales and returns of the day are void.
    var voidCount: Int { sales.count(where: \.isVoid) }

    /// What a window shows of the sheet.
    func liveState(_ links: SiteLinks) -> LiveState {
        LiveState(
            rows: sales.map { $0.liveRow(links) },
            totals: totals.jsonMembers + [("voidCount", .int(voidCount))])
    }

    /// The sheet for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("date", .string(day.description)),
            ("totals", .object(totals.jsonMembers + [("voidCount", .int(voidCount))])),
            ("records", .array(sales.map { $0.json(links) })),
        ])
    }
}
