import Domain
import Foundation
import Hummingbird
import Persistence

/// What the shop says about itself.
struct ShopController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.shop, by: .readers(of: .sales), use: show)
        routes.get(SitePath.shop.json, by: .readers(of: .sales), use: showJSON)
        routes.post(.shop, by: .editors(of: .sales), use: update)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            var page = try ShopPage(shop, notices: notices, in: records)
            if let profile = try ShopProfile.current(in: records) {
                try page.layout.showChanges(of: profile, shop.household, in: records)
            }
            return page
        }
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.json(for: request, context, of: EntityName.sales) { records in
            try shop.json(in: records)
        }
    }

    @Sendable
    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await site.form(of: request)
        let input = ShopInput(posted, site.papers)
        let answer = ShopAnswer(shop, .shopSaved, refusal: "The shop was not saved")
        return try await answer.after(request, context, showing: { $0.show(posted, $1) }) {
            try input.apply(in: $0)
        }
    }
}

extension Shop {
    /// The shop for programs.
    func json(in context: ManagedObjectContext) throws -> JSONValue {
        let profile = try ShopProfile.current(in: context)
        return .object([
            ("name", .string(profile?.name)), ("address", .string(profile?.address)),
            ("taxNumber", .string(profile?.taxNumber)), ("footer", .string(profile?.footer)),
            ("currency", .string(currency.code)), ("emailid", .string(profile?.emailid)),
            ("contactno", .string(profile?.contactno)),
            ("countryCode", .string(profile?.countryCode)), ("iban", .string(profile?.iban)),
            ("invoiceDays", .int(Int(profile?.invoiceDays ?? 14))),
            ("invoiceNote", .string(profile?.invoiceNote)),
            ("paperLanguage", .string(profile?.paperLanguage)),
            ("receiptPattern", .string(profile?.receiptPattern)),
            ("invoicePattern", .string(profile?.invoicePattern)),
            ("quotePattern", .string(profile?.quotePattern)),
            ("opening", .string(Money.plainText(profile?.opening ?? 0))),
            ("taxRate", profile?.taxRate?.objectID.recordNumber.map { .int(Int($0)) } ?? .null),
            ("taxRates", .array(try TaxRate.all(in: context).map(\.json))),
            ("paymentKinds", .array(try PaymentKind.all(in: context).map(\.json))),
        ])
    }
}

extension TaxRate {
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(Int(objectID.recordNumber ?? 0))), ("name", .string(name)),
            ("percent", .string(share?.plainText)), ("isAdded", .bool(isAdded)),
            ("category", .string(category.rawValue)),
            ("exemptionReason", .string(exemptionReason)),
            ("retiredAt", .date(retiredAt)),
        ])
    }
}

extension PaymentKind {
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(Int(objectID.recordNumber ?? 0))), ("name", .string(name)),
            ("isCash", .bool(isCash)), ("retiredAt", .date(retiredAt)),
        ])
    }
}
