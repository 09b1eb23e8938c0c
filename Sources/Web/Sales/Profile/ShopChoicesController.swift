import Domain
import Foundation
import Hummingbird
import Persistence

/// The tax rates and payment methods of the shop: adding one, retiring it, and offering it again.
struct ShopChoicesController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(
            .taxRates, by: .editors(of: .sales),
            as: .form(
                "rateName", "percent", .flag("isAdded"), "category", "exemptionReason",
                gives: Shop.schema
            ).adding, use: addRate)
        routes.post(
            .taxRate("{id}").retirement, by: .editors(of: .sales),
            as: .form("successor", gives: Shop.schema), use: retireRate)
        addUnretirement(of: TaxRate.self, "tax rate", .taxRate("{id}"), .taxRateOffered, &routes)
        routes.post(
            .paymentKinds, by: .editors(of: .sales),
            as: .form("kindName", .flag("isCash"), gives: Shop.schema).adding, use: addKind)
        routes.post(
            .paymentKind("{id}").retirement, by: .editors(of: .sales), as: .document(Shop.schema),
            use: retireKind)
        addUnretirement(
            of: PaymentKind.self, "payment method", .paymentKind("{id}"), .paymentKindOffered,
            &routes)
    }

    /// Adds the route that offers a retired choice again.
    private func addUnretirement<Choice: Retirable>(
        of type: Choice.Type, _ noun: String, _ path: SitePath, _ flash: FlashMessage,
        _ routes: inout SiteRoutes
    ) {
        routes.post(
            path.retirement.deletion, by: .editors(of: .sales), as: .document(Shop.schema)
        ) {
            let number = try $1.recordNumber
            return try await shop.answer(
                $0, $1, flash, orRefuse: "The \(noun) was not changed"
            ) {
                try $0.existing(type, number, noun).unretire()
            }
        }
    }

    // MARK: - Tax rates

    private func addRate(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await shop.site.form(of: request)
        var decoder = FormDecoder(posted)
        let name = decoder.requiredLine("rateName", label: "Name", isNew: true, limit: 60)
        let percent = decoder.percent("percent", label: "Per cent")
        if percent.value == nil, decoder.message(for: "percent") == nil {
            decoder.fail("percent", "Per cent", "enter a value")
        }
        let category = decoder.category(at: percent.value)
        let reason = decoder.exemptionReason(of: category)
        let isAdded = decoder.flag("isAdded", label: "Prices do not include this tax") ?? false
        let faults = decoder.faults
        return try await shop.answer(
            request, context, .taxRateAdded, orRefuse: "The tax rate was not added",
            status: .created, showing: { $0.showRate(posted, $1) }
        ) {
            guard faults.isEmpty, let name = name.value, let percent = percent.value else {
                throw ValidationErrors(faults: faults)
            }
            let rates = try TaxRate.all(in: $0).filter { !$0.isRetired }
            let isKnown = rates.contains {
                $0.percent == percent.number && $0.isAdded == isAdded
                    && $0.name?.lowercased() == name.lowercased() && $0.category == category
            }
            guard !isKnown else {
                throw ValidationErrors(
                    "rateName", "Name", "there is “\(name) \(percent.description)” already")
            }
            let rate = TaxRate(context: $0)
            rate.name = name
            rate.percent = percent.number
            rate.isAdded = isAdded
            if let category { rate.category = category }
            rate.exemptionReason = reason
            // The first tax rate becomes the default.
            guard rates.isEmpty else { return }
            let profile = try ShopProfile.make(in: $0)
            if profile.taxRate == nil { profile.taxRate = rate }
        }
    }

    private func retireRate(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        var decoder = FormDecoder(try await shop.site.form(of: request))
        let successor = decoder.id("successor", label: "Follows", of: "tax rate").value
        let faults = decoder.faults
        return try await shop.answer(
            request, context, .taxRateRetired, orRefuse: "The tax rate stays in use"
        ) { records in
            try FaultList(faults).check()
            let rate = try records.existing(TaxRate.self, number, "tax rate")
            let other = try successor.map {
                try records.existing(TaxRate.self, Int64($0), "tax rate")
            }
            guard other == nil || (other !== rate && other?.isRetired == false) else {
                throw ValidationErrors("successor", "Follows", "it is no longer used")
            }
            rate.retire(followedBy: other)
        }
    }

    // MARK: - Payment methods

    private func addKind(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await shop.site.form(of: request)
        var decoder = FormDecoder(posted)
        let name = decoder.requiredLine("kindName", label: "Name", isNew: true, limit: 40)
        let isCash = decoder.flag("isCash", label: "Cash") ?? false
        let faults = decoder.faults
        return try await shop.answer(
            request, context, .paymentKindAdded, orRefuse: "The payment method was not added",
            status: .created, showing: { $0.showKind(posted, $1) }
        ) {
            guard faults.isEmpty, let name = name.value else {
                throw ValidationErrors(faults: faults)
            }
            guard try PaymentKind.named(name, in: $0) == nil else {
                throw ValidationErrors("kindName", "Name", "there is “\(name)” already")
            }
            let kind = PaymentKind(context: $0)
            kind.name = name
            kind.isCash = isCash
        }
    }

    private func retireKind(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await shop.answer(
            request, context, .paymentKindRetired, orRefuse: "The payment method was not retired"
        ) {
            try $0.existing(PaymentKind.self, number, "payment method").retire()
        }
    }
}

extension FormDecoder {
    /// The category of a new rate: the chosen one, or else the default for the percentage; nil if
    /// there is a fault.
    fileprivate mutating func category(at percent: Percent?) -> TaxCategory? {
        guard let percent else { return nil }
        let chosen = choice("category", label: "Category", of: TaxCategory.self)
        guard message(for: "category") == nil else { return nil }
        let usual: TaxCategory = percent.number == 0 ? .zero : .standard
        let category = chosen.value ?? usual
        guard (category == .standard) == (percent.number != 0) else {
            fail(
                "category", "Category",
                percent.number == 0
                    ? "a standard rate is above 0 %" : "only a standard rate is above 0 %")
            return nil
        }
        return category
    }

    /// The reason for no tax, which an exemption requires.
    fileprivate mutating func exemptionReason(of category: TaxCategory?) -> String? {
        let reason = line("exemptionReason", label: "Reason", limit: 500).value
        guard let category else { return nil }
        if category.hasReason, reason == nil, category.usualReason == nil {
            fail("exemptionReason", "Reason", "enter the reason that invoices give")
        } else if !category.hasReason, reason != nil {
            fail("exemptionReason", "Reason", "only a rate without tax has a reason")
        }
        return reason
    }
}
