import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// Shows a list, the calendar or the report to everyone with the link, and nothing else.
struct SharedListController: PeopleRoutes {
    let people: People
    let lists: SharedLists

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .sharedList("{secret}"), by: .everybody,
            as: RouteDescription(summary: "Show what is shared", query: ["page"]).answering(410),
            use: show)
        routes.get(
            .sharedCalendar("{secret}"), by: .everybody, isPage: false,
            as: RouteDescription().answering(410), use: showCalendar)
        routes.get(
            .sharedReportArchive("{secret}"), by: .everybody, isPage: false,
            as: RouteDescription().answering(410), use: downloadReport)
        routes.get(
            .sharedThumbnail("{secret}", "{key}"), by: .everybody, isPage: false,
            as: .query(RouteParameter("mark", "The mark that the address on the page has"))
                .answering(410), use: thumbnail)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text: String = try context.parameter("secret")
        let link = try await link(text)
        let page = try request.queryFields.last { $0.name == "page" }.flatMap { Int($0.value) }
        let number = min(max(page ?? 1, 1), Int(Int32.max))
        if let resource = lists.resource(at: link.address) {
            return try response(
                try await table(of: resource, number, link, text), context)
        }
        if let report = SharedReport.request(link.address, site) {
            return try response(try await reportPage(report, link, text), context)
        }
        guard let asked = lists.request(forItemsAt: link.address, page: number) else {
            throw SiteError.endedLink
        }
        try asked.check()
        let items = lists.items
        let model = try await site.household.container.read(timeLimit: site.longestRead) {
            records in
            let counts = try items.counts(of: asked, in: records)
            return SharedListPage(
                try items.rowValues(items.page(of: asked, counts, in: records), in: records),
                counts.totals, asked.query, link, text, site)
        }
        return try response(model, context)
    }

    private func table(
        of resource: any ListedResource, _ number: Int, _ link: SharedLink, _ secret: String
    ) async throws -> SharedTablePage {
        let page = try await site.household.container.read(timeLimit: site.longestRead) { records in
            try resource.sharedPage(number, of: link, secret, in: records)
        }
        guard let page else { throw SiteError.endedLink }
        return page
    }

    private func reportPage(
        _ report: ReportRequest, _ link: SharedLink, _ secret: String
    ) async throws -> SharedReportPage {
        try await site.household.container.read(timeLimit: site.longestRead) { records in
            let names = try lists.inventory.names(in: records)
            return SharedReportPage(
                try InventoryReport(report.scope, names, site.currency, in: records), report.scope,
                link, secret, site)
        }
    }

    private func response(
        _ model: some TemplatePage, _ context: SiteContext
    ) throws -> Response {
        // A signed-in person sees what the recipients of the link see.
        context.client.viewer = .unauthenticated
        var response = try site.renderer.response(model, context: context)
        Self.keepSecret(&response)
        return response
    }

    /// Keeps caches from storing a response, and other sites from seeing its address.
    private static func keepSecret(_ response: inout Response) {
        response.headers[.cacheControl] = "no-store"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.robots] = "noindex, nofollow"
    }

    /// The calendar for a program that cannot sign in. The links of its events require sign-in.
    private func showCalendar(_ request: Request, _ context: SiteContext) async throws -> Response {
        let link = try await link(try context.parameter("secret"))
        guard SharedCalendar.isMeant(by: link.address, site) else { throw SiteError.endedLink }
        var response = try await CareCalendar.response(
            site, address: site.address(of: request))
        Self.keepSecret(&response)
        return response
    }

    /// The report with the originals of photos and documents, as evidence for a claim.
    private func downloadReport(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let link = try await link(try context.parameter("secret"))
        guard let report = SharedReport.request(link.address, site) else {
            throw SiteError.endedLink
        }
        var response = try await lists.inventory.reportDownloads.response(
            report.scope, of: site.household, context.logger)
        Self.keepSecret(&response)
        return response
    }

    private func thumbnail(_ request: Request, _ context: SiteContext) async throws -> Response {
        let link = try await link(try context.parameter("secret"))
        guard lists.resource(at: link.address) == nil else {
            throw SiteError.notFound("There is no such picture")
        }
        let key = try context.itemKey
        let mark = try request.queryFields.last { $0.name == "mark" }?.value
        let png = try await site.household.container.read { records -> Data? in
            guard let item = try Item.find(key, in: records), let version = item.thumbnailVersion,
                SharedItems.mark(link, key.uuidString, version) == mark
            else { return nil }
            return item.thumbnail
        }
        guard let png else { throw SiteError.notFound("There is no such picture") }
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/png", .cacheControl: "no-store",
                .referrerPolicy: "no-referrer", .robots: "noindex",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    /// The link of an address, if it is valid and its author may read the list.
    private func link(_ text: String) async throws -> SharedLink {
        guard let secret = Secret(text),
            let link = try await people.accounts.sharedLink(with: secret),
            link.account.role.reads(lists.resource(at: link.address)?.place.section ?? .inventory)
        else { throw SiteError.endedLink }
        return link
    }
}

extension SiteError {
    /// The response for an unknown or expired link, without telling which.
    static var endedLink: SiteError {
        SiteError(
            status: .gone, title: "This link has expired",
            detail: "It has expired, or is not valid. Ask the person who sent it for a new one.",
            headers: [.cacheControl: "no-store", .robots: "noindex"])
    }
}
