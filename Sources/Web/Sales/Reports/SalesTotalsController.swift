import Domain
import Foundation
import Hummingbird
import Persistence

/// The totals by month, product, customer and so on.
struct SalesTotalsController: SalesRoutes {
    let shop: Shop

    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .salesTotals, by: .readers(of: .sales),
            as: .list(SalesTotalsRequest.parameters, of: .any), use: index, json: indexJSON,
            csv: indexCSV, events: indexEvents)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        return try await site.pages.answer(totals, refusing: { try refuse($0, context) }) {
            try await site.pages.page(for: request, context, dependingOn: EntityName.sales) {
                records in
                SalesTotalsPage(try SalesTotalsList(totals, shop.household, in: records), shop)
            }
        }
    }

    private func refuse(
        _ totals: SalesTotalsRequest, _ context: SiteContext
    ) throws -> Response {
        try site.renderer.response(
            SalesTotalsPage(refused: totals, shop), status: .unprocessableContent, context: context)
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        return try await site.pages.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            try SalesTotalsList(totals, shop.household, in: records).json
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        let table = try await shop.household.container.read(timeLimit: site.longestRead) {
            try SalesTotalsList(totals, shop.household, isWhole: true, in: $0).csv
        }
        return table.response(fileName: "sales-by-\(totals.grouping.rawValue)")
    }

    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let totals = try SalesTotalsRequest(request, layout)
        try totals.check()
        return try await site.events(for: request, dependingOn: EntityName.sales) { records in
            try SalesTotalsList(totals, shop.household, in: records).liveState
        }
    }
}

/// The totals in an address: their grouping and their days.
struct SalesTotalsRequest: ViewRequest {
    /// The view as the address has it, with a predicate for the summed sales.
    let list: ListRequest
    let grouping: SalesGrouping
    let period: SalesPeriod

    var query: ListQuery { list.query }
    var faults: [FieldError] { list.faults }

    /// The parameters of the list.
    static let parameters = ListParameters(
        sortKeys: ["month", "name", "saleCount", "quantity", "total"],
        filters: [
            .init(
                name: "by", label: "By", kind: .choice(SalesGrouping.allCases.map(\.rawValue))),
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
        ])

    /// Reads the address of a request.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request, _ layout: ModelLayout) throws {
        self.init(try ListRequest(request, Self.parameters, entity: "Sale", layout))
    }

    private init(_ list: ListRequest) {
        self.list = list
        grouping = list.query.filter("by").flatMap(SalesGrouping.init) ?? .month
        period = SalesPeriod(from: list.query.day("from"), through: list.query.day("to"))
    }

    /// The same view with a fault of its predicate that the fetch reported.
    func refused(_ fault: FieldError) -> SalesTotalsRequest {
        SalesTotalsRequest(list.refused(fault))
    }

    /// The query for the summed sales; nil if only the days select them.
    var sales: SaleQuery? { sales(of: period) }

    /// The query for the sales of another period; nil if only its days select them.
    func sales(of period: SalesPeriod) -> SaleQuery? {
        guard let predicate = list.predicate else { return nil }
        var sales = SaleQuery()
        sales.from = period.from
        sales.through = period.through
        sales.predicate = predicate
        return sales
    }

    /// The address of the same totals with another grouping.
    func address(by grouping: SalesGrouping) -> SitePath {
        query.sorted(by: nil).filtered("by", by: grouping == .month ? nil : grouping.rawValue)
            .address(of: .salesTotals)
    }
}
