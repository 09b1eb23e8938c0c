import Domain
import Foundation
import Hummingbird
import Persistence

/// The profile of the shop, its tax rates and its payment methods. They are never deleted, but
/// retired and offered again.
struct ShopController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let (shop, papers) = (shop, site.papers)
        addPage(
            at: .shop, to: &routes, as: .document(Shop.schema), about: { _, _ in true },
            json: { try shop.json(in: $1) }
        ) { _, notices, records in
            var page = try ShopPage(shop, notices: notices, in: records)
            if let profile = try ShopProfile.current(in: records) {
                try page.layout.showChanges(of: profile, shop.household, in: records)
            }
            return page
        }
        add(
            .shop, .shopSaved, orRefuse: "The shop was not saved", to: &routes,
            as: .form(of: ShopProfile.parameters + [.version], gives: Shop.schema)
        ) { form, _, records in
            let posted = PostedForm(form)
            var decoder = posted.decoder
            let version = posted.version(&decoder)
            try FaultList(decoder.faults).check()
            let now = try ShopProfile.current(in: records)?.rowVersion ?? 0
            if posted.isStale(version, now, try ShopPage(shop, in: records).fields.texts) {
                throw EditConflict(Int64(0), version: now, try shop.json(in: records))
            }
            try ShopProfile.take(decoder.form, papers, in: records)
        }
        add(
            .taxRates, .taxRateAdded, orRefuse: "The tax rate was not added",
            to: &routes,
            as: .form(
                "rateName", "percent", .flag("isAdded"), "category", "exemptionReason",
                gives: Shop.schema
            ).adding
        ) { form, _, records in try TaxRate.add(form, in: records) }
        add(
            .taxRate("{id}").retirement, .taxRateRetired,
            orRefuse: "The tax rate stays in use", to: &routes,
            as: .form("successor", gives: Shop.schema)
        ) { try $2.existing(TaxRate.self, $1, "tax rate").retire($0, in: $2) }
        add(
            .taxRate("{id}").retirement.deletion, .taxRateOffered,
            orRefuse: "The tax rate was not changed", to: &routes, as: .document(Shop.schema)
        ) { try $2.existing(TaxRate.self, $1, "tax rate").unretire() }
        add(
            .paymentKinds, .paymentKindAdded,
            orRefuse: "The payment method was not added", to: &routes,
            as: .form("kindName", .flag("isCash"), gives: Shop.schema).adding
        ) { form, _, records in try PaymentKind.add(form, in: records) }
        add(
            .paymentKind("{id}").retirement, .paymentKindRetired,
            orRefuse: "The payment method was not retired", to: &routes,
            as: .document(Shop.schema)
        ) { _, number, records in
            let kind = try records.existing(PaymentKind.self, number, "payment method")
            try ValidationErrors.asking("Payment method") { try kind.retire(in: records) }
        }
        add(
            .paymentKind("{id}").retirement.deletion, .paymentKindOffered,
            orRefuse: "The payment method was not changed", to: &routes,
            as: .document(Shop.schema)
        ) { try $2.existing(PaymentKind.self, $1, "payment method").unretire() }
    }

    /// Adds the route of a form that changes the shop, and answers with its page.
    ///
    /// - Parameters:
    ///   - title: the title of the error for programs.
    ///   - change: changes the records by the form and the number in the address, 0 for none.
    private func add(
        _ path: SitePath, _ flash: FlashMessage, orRefuse title: String,
        to routes: inout SiteRoutes,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription,
        _ change: @escaping @Sendable (FormData, Int64, ManagedObjectContext) throws -> Void
    ) {
        let shop = shop
        let form = ChangeForm<Int64>(
            refusal: title, flash: flash,
            page: { try ShopPage(shop, in: $1) }
        ) { number, form, records in
            try change(form, number, records)
            try shop.household.save(records)
            return (try shop.json(in: records), .shop)
        }
        addChange(form, at: path, to: &routes, as: description()) {
            $0.parameters.get("id") == nil ? 0 : try $0.recordNumber
        }
    }
}

extension Shop {
    /// The shop for programs.
    fileprivate static let schema = JSONSchema.members(
        "name address taxNumber footer currency emailid contactno countryCode iban invoiceDays "
            + "invoiceNote paperLanguage receiptPattern invoicePattern quotePattern opening taxRate "
            + "taxRates paymentKinds version")

    /// The shop as JSON.
    fileprivate func json(in context: ManagedObjectContext) throws -> JSONValue {
        let profile = try ShopProfile.current(in: context)
        func text(_ name: String) throws -> (name: String, value: JSONValue) {
            (name, .string(try profile?.text(name)))
        }
        return try .object([
            text("name"), text("address"), text("taxNumber"), text("footer"),
            ("currency", .string(currency.code)), text("emailid"), text("contactno"),
            text("countryCode"), text("iban"), ("invoiceDays", .int(profile?.invoiceDays ?? 14)),
            text("invoiceNote"), text("paperLanguage"), text("receiptPattern"),
            text("invoicePattern"), text("quotePattern"),
            ("opening", .money(profile?.opening ?? 0)),
            ("taxRate", .int(profile?.taxRate?.objectID.recordNumber)),
            ("taxRates", .array(TaxRate.all(in: context).map(\.json))),
            ("paymentKinds", .array(PaymentKind.all(in: context).map(\.json))),
            ("version", .int(profile?.rowVersion ?? 0)),
        ])
    }
}

// MARK: - Tax rates

extension TaxRate {
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(savedNumber)), ("name", .string(name)),
            ("percent", .string(share?.plainText)), ("isAdded", .bool(isAdded)),
            ("category", .string(category.rawValue)),
            ("exemptionReason", .string(exemptionReason)), ("retiredAt", .date(retiredAt)),
        ])
    }

    /// Adds the posted tax rate. The first one becomes the default.
    ///
    /// - Throws: ``ValidationErrors``, and errors of the store.
    fileprivate static func add(_ form: FormData, in context: ManagedObjectContext) throws {
        var decoder = FormDecoder(form)
        let name = decoder.requiredLine("rateName", label: "Name", isNew: true, limit: 60).value
        let percent = decoder.required("percent", "Per cent") { $0.percent($1, label: $2) }
        let category = decoder.category(at: percent)
        let reason = decoder.exemptionReason(of: category)
        let isAdded = decoder.flag("isAdded", label: "Prices do not include this tax") ?? false
        guard decoder.faults.isEmpty, let name, let percent else {
            throw ValidationErrors(faults: decoder.faults)
        }
        let rates = try all(in: context).filter { !$0.isRetired }
        let isKnown = rates.contains {
            $0.percent == percent.number && $0.isAdded == isAdded
                && $0.name?.lowercased() == name.lowercased() && $0.category == category
        }
        guard !isKnown else {
            throw ValidationErrors(
                "rateName", "Name", "there is “\(name) \(percent.description)” already")
        }
        let rate = TaxRate(context: context)
        rate.name = name
        rate.percent = percent.number
        rate.isAdded = isAdded
        if let category { rate.category = category }
        rate.exemptionReason = reason
        guard rates.isEmpty else { return }
        let profile = try ShopProfile.make(in: context)
        if profile.taxRate == nil { profile.taxRate = rate }
    }

    /// Retires the rate, followed by the posted one.
    ///
    /// - Throws: ``ValidationErrors``, and a 404 for an unknown successor.
    fileprivate func retire(_ form: FormData, in context: ManagedObjectContext) throws {
        var decoder = FormDecoder(form)
        let successor = decoder.id("successor", label: "Follows", of: "tax rate").value
        try FaultList(decoder.faults).check()
        let other = try successor.map {
            try context.existing(TaxRate.self, Int64($0), "tax rate")
        }
        guard other == nil || (other !== self && other?.isRetired == false) else {
            throw ValidationErrors("successor", "Follows", "it is no longer used")
        }
        retire(followedBy: other)
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

// MARK: - Payment methods

extension PaymentKind {
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(savedNumber)), ("name", .string(name)), ("isCash", .bool(isCash)),
            ("retiredAt", .date(retiredAt)),
        ])
    }

    /// Adds the posted payment method.
    ///
    /// - Throws: ``ValidationErrors``, and errors of the store.
    fileprivate static func add(_ form: FormData, in context: ManagedObjectContext) throws {
        var decoder = FormDecoder(form)
        let name = decoder.requiredLine("kindName", label: "Name", isNew: true, limit: 40).value
        let isCash = decoder.flag("isCash", label: "Cash") ?? false
        guard decoder.faults.isEmpty, let name else {
            throw ValidationErrors(faults: decoder.faults)
        }
        guard try named(name, in: context) == nil else {
            throw ValidationErrors("kindName", "Name", "there is “\(name)” already")
        }
        let kind = PaymentKind(context: context)
        kind.name = name
        kind.isCash = isCash
    }
}
