public import Domain
import Foundation
import Hummingbird
import Persistence

/// The report of the items today or on a day.
struct ReportController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .report, by: .readers(of: .inventory),
            as: RouteDescription(
                query: ReportRequest.parameters.described,
                document: .members("count valueInDollars worth score groups")
            ).answering(404), use: show,
            json: showJSON)
        routes.get(
            .reportArchive, by: .readers(of: .inventory), isPage: false,
            as: RouteDescription(query: ReportRequest.parameters.described).answering(404),
            use: download)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else { return try await refuse(asked, asked.faults, context) }
        do {
            return try await site.pages.page(
                for: request, context, dependingOn: EntityName.itemLists,
                varyingOn: "\(CalendarDay.today())"
            ) { records in
                let names = try inventory.names(in: records)
                return ReportPage(
                    try InventoryReport(asked.scope, names, site.currency, in: records), asked,
                    inventory, names)
            }
        } catch let error as SiteError where error.status == .unprocessableContent {
            return try await refuse(asked, error.faults, context)
        }
    }

    private func refuse(
        _ asked: ReportRequest, _ faults: [FieldError], _ context: SiteContext
    ) async throws -> Response {
        var page = ReportPage(asked, inventory, try await inventory.names())
        page.refuse(faults)
        return try site.renderer.response(page, status: .unprocessableContent, context: context)
    }

    /// The report as a zip file with a folder that needs no program, made while it is sent.
    private func download(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else {
            throw SiteError.unprocessable("There is no such report", faults: asked.faults)
        }
        return try await inventory.reportDownloads.response(
            asked.scope, of: inventory.household, context.logger)
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let asked = try ReportRequest(request)
        guard asked.faults.isEmpty else {
            throw SiteError.unprocessable("There is no such report", faults: asked.faults)
        }
        return try await site.pages.json(for: request, context, dependingOn: EntityName.itemLists) {
            records in
            try InventoryReport(
                asked.scope, inventory.names(in: records), site.currency, in: records
            )
            .json(inventory.links)
        }
    }
}

/// The report in an address.
struct ReportRequest: Sendable {
    let query: ListQuery
    let faults: [FieldError]

    static let parameters = ListParameters(
        sortKeys: [],
        filters: [
            .init(
                name: "by", label: "By",
                kind: .choice(ReportScope.Grouping.allCases.map(\.rawValue))),
            .init(name: "asOf", label: "As of", kind: .day),
            .init(name: "location", label: "Location", kind: .id),
            .init(name: "owner", label: "Owner", kind: .text),
        ])

    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request) throws {
        try self.init(query: request.uri.query ?? "", by: request.region)
    }

    /// - Parameters:
    ///   - text: the query of the address.
    ///   - region: the format of days. Default: that without a choice.
    /// - Throws: ``SiteError`` 400 if it is not UTF-8.
    init(query text: String, by region: Region = .unchosen) throws {
        let result = try ListQueryReader.readWithFaults(
            query: text, Self.parameters, by: region)
        query = result.query
        let fault = query.day("asOf").flatMap(ReportScope.fault(ofDay:)).map {
            FieldError(field: "asOf", label: "As of", message: $0)
        }
        faults = result.faults + (fault.map { [$0] } ?? [])
    }

    /// The content of the report.
    var scope: ReportScope {
        ReportScope(
            grouping: query.filter("by").flatMap(ReportScope.Grouping.init) ?? .location,
            day: query.day("asOf"), location: query.number("location").map(Int64.init),
            owner: query.filter("owner") ?? "")
    }
}

/// The content of a report and its grouping.
public struct ReportScope: Sendable {
    /// The property that groups the items.
    public enum Grouping: String, CaseIterable, Sendable {
        case location, type
    }

    public var grouping: Grouping
    /// The day at whose end the report is; nil for now.
    public var day: CalendarDay?
    /// The number of the location of the items; nil for all.
    public var location: Int64?
    /// The owner's name for the heading.
    public var owner: String

    /// The maximum number of items in a report.
    static let most = 5_000

    public init(
        grouping: Grouping = .location, day: CalendarDay? = nil, location: Int64? = nil,
        owner: String = ""
    ) {
        self.grouping = grouping
        self.day = day
        self.location = location
        self.owner = owner
    }

    /// The fault of a day in the future; nil for other days.
    public static func fault(ofDay day: CalendarDay) -> String? {
        day.isYetToCome ? "\(day) is in the future" : nil
    }

    /// The last moment of the day in the server's time zone; nil for now.
    var moment: Date? {
        day.map { day in
            let end = day.adding(days: 1).date
            return end - TimeInterval(TimeZone.current.secondsFromGMT(for: end))
        }
    }
}
