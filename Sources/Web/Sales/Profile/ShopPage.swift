import Domain
import Foundation
import HTTPTypes
import Persistence

/// The profile of the shop, its tax rates, and its payment methods.
struct ShopPage: FormPage {
    static let template = "sales/shop"

    var layout: LayoutPage
    /// The action of the form for the profile.
    var path: String
    var summary = FaultSummary()
    var fields: FormFields
    /// The version that the form shows; 0 before the first save.
    var version = ""
    /// The initial texts of the form.
    var shown: [HiddenField] = []
    // The versions after a stale edit; the rows are empty otherwise.
    let name = "Shop"
    var hasBefore = false
    var rows: [ConflictRow] = []
    var recordPath = ""
    /// Whether the currency can no longer be changed.
    var isCurrencyLocked = false
    var currencyHint =
        "Of all amounts. Only the sign changes; amounts keep their numbers. It can be changed until the first "
        + "invoice is issued or a day is closed."
    /// The values from the command line, as sentences.
    var givens: [String] = []

    var rates: [ShopChoiceRow] = []
    /// The action that adds a tax rate.
    var ratesPath: String
    var newRate = FormFields("rateName", "percent", "exemptionReason")
    var isAdded = false
    /// Whether category and reason are expanded.
    var isCategoryOpen = false

    var kinds: [ShopChoiceRow] = []
    /// The action that adds a payment method.
    var kindsPath: String
    var newKind = FormFields("kindName")
    var isCash = false
    var jsonPath: String
}

/// A tax rate or a payment method, in use or retired.
struct ShopChoiceRow: Sendable {
    /// `VAT 19 %`.
    var name: String
    /// `added to the prices`, `goes into the drawer`.
    var details: String
    var isRetired: Bool
    /// The action that retires it or offers it again.
    var path: String
    /// The rates that can replace one in use; empty if there are none.
    var successors: [SelectOption] = []
    /// The `id` of that selection.
    var id: String
}

extension ShopProfile {
    /// The texts that the form shows as they are.
    fileprivate static let texts = [
        "name", "address", "taxNumber", "footer", "emailid", "contactno", "countryCode", "iban",
        "invoiceNote", "paperLanguage", "receiptPattern", "invoicePattern", "quotePattern",
    ]

    /// A text by the name of its attribute.
    ///
    /// - Throws: errors of the store.
    func text(_ name: String) throws -> String? { try value(forKey: name) as? String }
}

extension ShopPage {
    /// The page with the saved values.
    ///
    /// - Throws: errors of the store.
    init(_ shop: Shop, notices: [Notice] = [], in context: ManagedObjectContext) throws {
        let links = shop.links
        let profile = try ShopProfile.current(in: context)
        var layout = shop.site.layout(
            title: "Shop", section: .sales, subsection: .shop, notices: notices)
        layout.alternates = [.json(links(SitePath.shop.json))]
        self.init(
            layout: layout, path: links(.shop),
            fields: FormFields(
                try ShopProfile.texts.reduce(into: [:]) { $0[$1] = try profile?.text($1) ?? "" }),
            ratesPath: links(.taxRates), kindsPath: links(.paymentKinds),
            jsonPath: links(SitePath.shop.json))
        let opening = profile?.opening ?? 0
        fields.opening.value = opening == 0 ? "" : Region.current.fieldText(money: opening)
        fields.invoiceDays.value = String(profile?.invoiceDays ?? 14)
        let code = profile?.currency ?? Currency.dollar.code
        fields.offer(Currency.options(selected: code), for: "currency")
        if let lock = try ShopProfile.currencyLock(in: context) {
            isCurrencyLocked = true
            currencyHint = "It can no longer be changed: \(lock)."
        }
        let papers = shop.site.papers
        let regional = papers.texts(in: [Region.current.languageTag])
        fields.offer(
            papers.options(
                selected: fields.paperLanguage.value, none: "That of the region: \(regional.name)"),
            for: "paperLanguage")
        try showChoices(profile, shop, in: context)
        version = String(profile?.rowVersion ?? 0)
        shown = PostedForm.hidden(fields.texts)
        givens = shop.site.configuration.shop.givens
        if let currency = shop.site.configuration.currency {
            givens.append("The program was started with the currency \(currency.code).")
        }
    }

    /// Shows the tax rates and the payment methods.
    private mutating func showChoices(
        _ profile: ShopProfile?, _ shop: Shop, in context: ManagedObjectContext
    ) throws {
        let rates = try TaxRate.all(in: context)
        let offered = rates.filter { !$0.isRetired }
        fields.offer(
            [SelectOption(value: "", label: "None")]
                + offered.map { rate in
                    SelectOption(
                        value: String(rate.savedNumber), label: rate.title,
                        isSelected: rate === profile?.taxRate)
                }, for: "taxRate")
        self.rates = rates.map {
            ShopChoiceRow($0, isDefault: $0 === profile?.taxRate, among: offered, shop)
        }
        newRate.offer(
            [SelectOption(value: "", label: "Standard, or zero at 0 %", isSelected: true)]
                + TaxCategory.allCases.filter(\.hasReason).map {
                    SelectOption(value: $0.rawValue, label: shop.site.papers.english.text($0))
                }, for: "category")
        kinds = try PaymentKind.all(in: context).map { ShopChoiceRow($0, shop.links) }
    }

    /// Shows the input and its faults in the form that has them: the forms have different fields.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        let posted = PostedForm(form)
        if refusal.status == .conflict {
            let saved = fields.texts
            compare(posted, with: saved)
            fields.show(posted.mine(over: saved), refusal)
        } else {
            fields.show(form, refusal)
            if let version = form["version"] {
                (self.version, shown) = (version, PostedForm.hidden(posted.shown))
            }
        }
        newRate.show(form, refusal)
        isAdded = form["isAdded"] == "yes"
        isCategoryOpen = newRate.areUsed("category", "exemptionReason")
        newKind.show(form, refusal)
        isCash = form["isCash"] == "yes"
    }

    /// Compares the saved values with a stale edit.
    private mutating func compare(_ posted: PostedForm, with saved: [String: String]) {
        let labels = [
            ("name", "Name of the shop"), ("address", "Address"), ("taxNumber", "Tax number"),
            ("footer", "At the end of receipts"), ("paperLanguage", "Language of papers"),
            ("opening", "In the drawer in the morning"), ("currency", "Currency"),
            ("taxRate", "Tax"), ("emailid", "E-mail"), ("contactno", "Phone"),
            ("countryCode", "Country"), ("iban", "IBAN"), ("invoiceDays", "Days to pay"),
            ("invoiceNote", "On invoices"), ("receiptPattern", "Numbers of receipts"),
            ("invoicePattern", "Numbers of invoices"), ("quotePattern", "Numbers of quotes"),
        ]
        let fields = fields
        (recordPath, hasBefore) = (path, !posted.shown.isEmpty)
        rows = posted.comparison(labels, saved) { name, text in
            fields[dynamicMember: name].options.first { $0.value == text }?.label ?? text
        }
    }
}

extension ShopChoiceRow {
    init(_ rate: TaxRate, isDefault: Bool, among offered: [TaxRate], _ shop: Shop) {
        let links = shop.links
        let number = rate.savedNumber
        let others = offered.filter { $0 !== rate }
        self.init(
            name: rate.title,
            details: rate.details(shop.site.papers.english) + (isDefault ? " · default" : ""),
            isRetired: rate.isRetired,
            path: links(
                rate.isRetired ? .taxRate(number).retirement.deletion : .taxRate(number).retirement),
            successors: rate.isRetired || others.isEmpty
                ? []
                : [SelectOption(value: "", label: "Replaced by nothing")]
                    + others.map {
                        SelectOption(
                            value: String($0.savedNumber), label: "\($0.title) follows")
                    }, id: "successor-\(number)")
    }

    init(_ kind: PaymentKind, _ links: SiteLinks) {
        let number = kind.savedNumber
        self.init(
            name: kind.name ?? "", details: kind.isCash ? "goes into the drawer" : "",
            isRetired: kind.isRetired,
            path: links(
                kind.isRetired
                    ? .paymentKind(number).retirement.deletion : .paymentKind(number).retirement),
            id: "kind-\(number)")
    }
}

extension TaxRate {
    /// `included in the prices`, or the reason for no tax.
    fileprivate func details(_ texts: PaperTexts) -> String {
        guard category.hasReason else {
            return isAdded ? "added to the prices" : "included in the prices"
        }
        return [texts.text(category), exemptionReason ?? category.usualReason].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension ShopDetails {
    /// The values from the command line, which override those of the page, as sentences.
    fileprivate var givens: [String] {
        var givens: [String] = []
        if !name.isEmpty { givens.append("The program was started with the name “\(name)”.") }
        if !address.isEmpty { givens.append("It was started with an address.") }
        if !footer.isEmpty {
            givens.append("It was started with lines for the end of receipts.")
        }
        return givens
    }
}

extension TaxRate: TitledRecord {}

extension SelectOption {
    /// The option for no tax.
    static let noTax = SelectOption(value: "none", label: "No tax")

    init(_ rate: TaxRate) {
        self.init(
            value: String(rate.savedNumber),
            label: rate.title + (rate.isAdded ? ", added" : ""))
    }
}
