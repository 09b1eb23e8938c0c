import Domain
import Foundation
import Persistence

/// The profile of the shop, its tax rates, and its payment methods.
struct ShopPage: TemplatePage {
    static let template = "sales/shop"

    var layout: LayoutPage
    /// The action of the form for the profile.
    var path: String
    var summary = FaultSummary()
    var name = FormField()
    var address = FormField()
    var taxNumber = FormField()
    var footer = FormField()
    /// The cash in the drawer in the morning.
    var opening: MoneyField
    var emailid = FormField()
    var contactno = FormField()
    var countryCode = FormField()
    var iban = FormField()
    /// The number of days to pay an invoice.
    var invoiceDays = FormField()
    var invoiceNote = FormField()
    /// The languages of papers for customers.
    var paperLanguages: [SelectOption] = []
    var paperLanguage = FormField()
    /// The numbering patterns of receipts, invoices and quotes.
    var receiptPattern = FormField()
    var invoicePattern = FormField()
    var quotePattern = FormField()
    /// The codes of currencies.
    var currencies: [SelectOption] = []
    /// Whether the currency can no longer be changed.
    var isCurrencyLocked = false
    var currencyHint =
        "Of all amounts. Only the sign changes; amounts keep their numbers. It can be changed until the first "
        + "invoice is issued or a day is closed."
    var currency = FormField()
    /// The default tax rate of products.
    var taxRates: [SelectOption] = []
    var taxRate = FormField()
    /// The values from the command line, as sentences.
    var givens: [String] = []

    var rates: [ShopChoiceRow] = []
    /// The action that adds a tax rate.
    var ratesPath: String
    var rateName = FormField()
    var percent = FormField()
    var isAdded = false
    /// The tax categories of EN 16931.
    var categories: [SelectOption] = []
    var category = FormField()
    var exemptionReason = FormField()
    /// Whether category and reason are expanded.
    var isCategoryOpen = false

    var kinds: [ShopChoiceRow] = []
    /// The action that adds a payment method.
    var kindsPath: String
    var kindName = FormField()
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
    /// The rates that can replace a retired one.
    var successors: [SelectOption] = []
    var hasSuccessors = false
    /// The `id` of that selection.
    var id: String
}

extension ShopPage {
    /// A text of the profile, and its field.
    typealias ProfileText = (
        name: String, field: WritableKeyPath<ShopPage, FormField>,
        attribute: ReferenceWritableKeyPath<ShopProfile, String?>
    )

    /// The texts of the profile, which forms take as they are.
    static var texts: [ProfileText] {
        [
            ("name", \.name, \.name), ("address", \.address, \.address),
            ("taxNumber", \.taxNumber, \.taxNumber), ("footer", \.footer, \.footer),
            ("emailid", \.emailid, \.emailid), ("contactno", \.contactno, \.contactno),
            ("countryCode", \.countryCode, \.countryCode), ("iban", \.iban, \.iban),
            ("invoiceNote", \.invoiceNote, \.invoiceNote),
            ("paperLanguage", \.paperLanguage, \.paperLanguage),
            ("receiptPattern", \.receiptPattern, \.receiptPattern),
            ("invoicePattern", \.invoicePattern, \.invoicePattern),
            ("quotePattern", \.quotePattern, \.quotePattern),
        ]
    }

    /// The page with the saved values.
    ///
    /// - Throws: errors of the store.
    init(_ shop: Shop, notices: [Notice] = [], in context: ManagedObjectContext) throws {
        let links = shop.links
        let profile = try ShopProfile.current(in: context)
        let rates = try TaxRate.all(in: context)
        let offered = rates.filter { !$0.isRetired }
        var layout = shop.site.layout(
            title: "Shop", section: .sales, subsection: .shop, notices: notices)
        layout.alternates = [.json(links(SitePath.shop.json))]
        let opening = profile?.opening ?? 0
        self.init(
            layout: layout, path: links(.shop),
            opening: MoneyField(
                "opening", opening == 0 ? "" : Region.current.fieldText(money: opening)),
            ratesPath: links(.taxRates), kindsPath: links(.paymentKinds),
            jsonPath: links(SitePath.shop.json))
        for text in Self.texts {
            self[keyPath: text.field] = FormField(profile?[keyPath: text.attribute] ?? "")
        }
        taxRates =
            [SelectOption(value: "", label: "None")]
            + offered.map { rate in
                SelectOption(
                    value: String(rate.savedNumber), label: rate.title,
                    isSelected: rate === profile?.taxRate)
            }
        taxRate = FormField(taxRates.first(where: \.isSelected)?.value ?? "")
        currency = FormField(profile?.currency ?? Currency.dollar.code)
        offerCurrencies()
        if let lock = try ShopProfile.currencyLock(in: context) {
            isCurrencyLocked = true
            currencyHint = "It can no longer be changed: \(lock)."
        }
        invoiceDays = FormField(String(profile?.invoiceDays ?? 14))
        paperLanguages = shop.site.papers.options(
            selected: paperLanguage.value,
            none:
                "That of the region: \(shop.site.papers.texts(in: [Region.current.languageTag]).name)"
        )
        self.rates = rates.map {
            ShopChoiceRow($0, isDefault: $0 === profile?.taxRate, among: offered, shop)
        }
        categories =
            [SelectOption(value: "", label: "Standard, or zero at 0 %", isSelected: true)]
            + TaxCategory.allCases.filter(\.hasReason).map {
                SelectOption(value: $0.rawValue, label: shop.site.papers.english.text($0))
            }
        kinds = try PaymentKind.all(in: context).map { ShopChoiceRow($0, links) }
        givens = shop.site.configuration.shop.givens
        if let currency = shop.site.configuration.currency {
            givens.append("The program was started with the currency \(currency.code).")
        }
    }

    /// Shows the rejected profile with its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        for text in Self.texts { self[keyPath: text.field].show(text.name, form, refusal) }
        taxRate.show("taxRate", form, refusal)
        currency.show("currency", form, refusal)
        invoiceDays.show("invoiceDays", form, refusal)
        paperLanguages.select(paperLanguage.value)
        offerCurrencies()
        opening = MoneyField("opening", form["opening"] ?? opening.value, refusal)
        taxRates.select(taxRate.value)
    }

    private mutating func offerCurrencies() {
        currencies = Currency.options(selected: currency.value)
    }

    /// Shows a rejected tax rate with its faults.
    mutating func showRate(_ form: FormData, _ refusal: ValidationErrors) {
        rateName.show("rateName", form, refusal)
        percent.show("percent", form, refusal)
        isAdded = form["isAdded"] == "yes"
        category.show("category", form, refusal)
        exemptionReason.show("exemptionReason", form, refusal)
        isCategoryOpen = [category, exemptionReason].contains {
            !$0.fault.isEmpty || !$0.value.isEmpty
        }
        categories.select(category.value)
    }

    /// Shows a rejected payment method with its faults.
    mutating func showKind(_ form: FormData, _ refusal: ValidationErrors) {
        kindName.show("kindName", form, refusal)
        isCash = form["isCash"] == "yes"
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
            successors: [SelectOption(value: "", label: "Replaced by nothing")]
                + others.map {
                    SelectOption(
                        value: String($0.savedNumber), label: "\($0.title) follows")
                }, hasSuccessors: !rate.isRetired && !others.isEmpty, id: "successor-\(number)")
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
