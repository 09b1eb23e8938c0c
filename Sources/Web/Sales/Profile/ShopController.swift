import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The profile of the shop.
struct ShopController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .shop, by: .readers(of: .sales), as: .document(Shop.schema), use: show, json: showJSON)
        routes.post(
            .shop, by: .editors(of: .sales),
            as: .form(of: ShopInput.parameters, gives: Shop.schema), use: update)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let notices = site.notices(for: request)
        return try await site.pages.page(for: request, context, dependingOn: EntityName.sales) {
            records in
            var page = try ShopPage(shop, notices: notices, in: records)
            if let profile = try ShopProfile.current(in: records) {
                try page.layout.showChanges(of: profile, shop.household, in: records)
            }
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.pages.json(for: request, context, dependingOn: EntityName.sales) { records in
            try shop.json(in: records)
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await site.form(of: request)
        let input = ShopInput(posted, site.papers)
        return try await shop.answer(
            request, context, .shopSaved, orRefuse: "The shop was not saved",
            showing: { $0.show(posted, $1) }
        ) {
            try input.apply(in: $0)
        }
    }
}

extension Shop {
    /// The shop for programs.
    static let schema = JSONSchema.members(
        "name address taxNumber footer currency emailid contactno countryCode iban invoiceDays "
            + "invoiceNote paperLanguage receiptPattern invoicePattern quotePattern opening taxRate "
            + "taxRates paymentKinds")

    /// The shop as JSON.
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
            ("id", .int(savedNumber)), ("name", .string(name)),
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
            ("id", .int(savedNumber)), ("name", .string(name)),
            ("isCash", .bool(isCash)), ("retiredAt", .date(retiredAt)),
        ])
    }
}

extension Shop {
    /// Changes the shop and answers with its page, or shows a rejected form again.
    ///
    /// - Parameters:
    ///   - title: the title of the error for programs.
    ///   - status: the status of success for programs. Default: 200.
    ///   - show: shows the input and its faults. Default: only the summary.
    ///   - change: changes the records.
    /// - Throws: errors of the closure, except for ``ValidationErrors``.
    func answer(
        _ request: Request, _ context: SiteContext, _ flash: FlashMessage, orRefuse title: String,
        status: HTTPResponse.Status = .ok,
        showing show: (inout ShopPage, ValidationErrors) -> Void = { _, _ in },
        _ change: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async throws -> Response {
        try await site.answer(request, context, orRefuse: title) {
            let json = try await site.change { records in
                try change(records)
                try household.save(records)
                return try self.json(in: records)
            }
            return site.changed(json, status: status, at: .shop, after: request, flash: flash)
        } showing: { refusal in
            var page = try await household.container.read { try ShopPage(self, in: $0) }
            page.summary = refusal.summary
            show(&page, refusal)
            return page
        }
    }
}
