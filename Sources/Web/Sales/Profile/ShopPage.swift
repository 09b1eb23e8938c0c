import Domain
import Foundation
import Persistence

/// What the shop says about itself, its tax rates, and the ways in which people pay.
struct ShopPage: TemplatePage {
    static let template = "sales/shop"

    var layout: LayoutPage
    /// Where the form about the shop is posted.
    var path: String
    var summary = FaultSummary()
    var name = FormField()
    var address = FormField()
    var taxNumber = FormField()
    var footer = FormField()
    /// What is in the drawer in the morning.
    var opening: MoneyField
    var emailid = FormField()
    var contactno = FormField()
    var countryCode = FormField()
    var iban = FormField()
    /// How many days there are to pay an invoice.
    var invoiceDays = FormField()
    var invoiceNote = FormField()
    /// The languages that papers for customers can be in.
    var paperLanguages: [SelectOption] = []
    var paperLanguage = FormField()
    /// How receipts, invoices and quotes are numbered.
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
    /// The tax of products without one of their own.
    var taxRates: [SelectOption] = []
    var taxRate = FormField()
    /// What the command line says already, a sentence each.
    var givens: [String] = []

    var rates: [ShopChoiceRow] = []
    /// Where a tax rate is added.
    var ratesPath: String
    var rateName = FormField()
    var percent = FormField()
    var isAdded = false
    /// The categories of taxes that EN 16931 has.
    var categories: [SelectOption] = []
    var category = FormField()
    var exemptionReason = FormField()
    /// Whether these two are shown unfolded.
    var isCategoryOpen = false

    var kinds: [ShopChoiceRow] = []
    /// Where a way of paying is added.
    var kindsPath: String
    var kindName = FormField()
    var isCash = false
    var jsonPath: String
}

/// A tax rate or a way of paying, which is in use or retired.
struct ShopChoiceRow: Sendable {
    /// `VAT 19 %`.
    var name: String
    /// `added to the prices`, `goes into the drawer`.
    var details: String
    var isRetired: Bool
    /// Where it is retired, or offered again.
    var path: String
    /// The rates that can follow one that is retired.
    var successors: [SelectOption] = []
    var hasSuccessors = false
    /// The `id` of the field for it.
    var id: String
}

extension ShopPage {
    /// The page as it is saved.
    ///
    /// - Throws: errors of the store.
    init(_ shop: Shop, notices: [Notice] = [], in context: ManagedObjectContext) throws {
        let links = shop.links
        let profile = try ShopProfile.current(in: context)
        let rates = try TaxRate.all(in: context)
        let offered = rates.filter { !$0.isRetired }
        var layout = shop.site.layout(
            title: "Shop", section: .sales, subsection: .shop, notices: notices)
        layout.alternates = [
            AlternateLink(type: "application/json", path: links(SitePath.shop.json))
        ]
        let opening = profile?.opening ?? 0
        self.init(
            layout: layout, path: links(.shop), name: FormField(profile?.name ?? ""),
            address: FormField(profile?.address ?? ""),
            taxNumber: FormField(profile?.taxNumber ?? ""),
            footer: FormField(profile?.footer ?? ""),
            opening: MoneyField(
                "opening", opening == 0 ? "" : Region.current.fieldText(money: opening)),
            ratesPath: links(.taxRates), kindsPath: links(.paymentKinds),
            jsonPath: links(SitePath.shop.json))
        taxRates =
            [SelectOption(value: "", label: "None")]
            + offered.map { rate in
                SelectOption(
                    value: String(rate.objectID.recordNumber ?? 0), label: rate.title,
                    isSelected: rate === profile?.taxRate)
            }
        taxRate = FormField(taxRates.first(where: \.isSelected)?.value ?? "")
        currency = FormField(profile?.currency ?? Currency.dollar.code)
        offerCurrencies()
        if let lock = try ShopProfile.currencyLock(in: context) {
            isCurrencyLocked = true
            currencyHint = "It can no longer be changed: \(lock)."
        }
        emailid = FormField(profile?.emailid ?? "")
        contactno = FormField(profile?.contactno ?? "")
        countryCode = FormField(profile?.countryCode ?? "")
        iban = FormField(profile?.iban ?? "")
        invoiceDays = FormField(String(profile?.invoiceDays ?? 14))
        invoiceNote = FormField(profile?.invoiceNote ?? "")
        paperLanguage = FormField(profile?.paperLanguage ?? "")
        paperLanguages = shop.site.papers.options(
            selected: paperLanguage.value,
            none:
                "That of the region: \(shop.site.papers.texts(in: [Region.current.languageTag]).name)"
        )
        receiptPattern = FormField(profile?.receiptPattern ?? "")
        invoicePattern = FormField(profile?.invoicePattern ?? "")
        quotePattern = FormField(profile?.quotePattern ?? "")
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

    /// Shows what was typed about the shop, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        func field(_ name: String, _ saved: FormField) -> FormField {
            FormField(form[name] ?? saved.value, fault: refusal.message(for: name))
        }
        name = field("name", name)
        address = field("address", address)
        taxNumber = field("taxNumber", taxNumber)
        footer = field("footer", footer)
        taxRate = field("taxRate", taxRate)
        currency = field("currency", currency)
        emailid = field("emailid", emailid)
        contactno = field("contactno", contactno)
        countryCode = field("countryCode", countryCode)
        iban = field("iban", iban)
        invoiceDays = field("invoiceDays", invoiceDays)
        invoiceNote = field("invoiceNote", invoiceNote)
        paperLanguage = field("paperLanguage", paperLanguage)
        paperLanguages.select(paperLanguage.value)
        receiptPattern = field("receiptPattern", receiptPattern)
        invoicePattern = field("invoicePattern", invoicePattern)
        quotePattern = field("quotePattern", quotePattern)
        offerCurrencies()
        opening = MoneyField("opening", form["opening"] ?? opening.value, refusal)
        taxRates.select(taxRate.value)
    }

    private mutating func offerCurrencies() {
        currencies = Currency.options(selected: currency.value)
    }

    /// Shows what was typed about a new tax rate, with what is wrong with it.
    mutating func showRate(_ form: FormData, _ refusal: FormRefusal) {
        rateName = FormField(form["rateName"] ?? "", fault: refusal.message(for: "rateName"))
        percent = FormField(form["percent"] ?? "", fault: refusal.message(for: "percent"))
        isAdded = form["isAdded"] == "yes"
        category = FormField(form["category"] ?? "", fault: refusal.message(for: "category"))
        exemptionReason = FormField(
            form["exemptionReason"] ?? "", fault: refusal.message(for: "exemptionReason"))
        isCategoryOpen = [category, exemptionReason].contains {
            !$0.fault.isEmpty || !$0.value.isEmpty
        }
        categories.select(category.value)
    }

    /// Shows what was typed about a new way of paying, with what is wrong with it.
    mutating func showKind(_ form: FormData, _ refusal: FormRefusal) {
        kindName = FormField(form["kindName"] ?? "", fault: refusal.message(for: "kindName"))
        isCash = form["isCash"] == "yes"
    }
}

extension ShopChoiceRow {
    /// A tax rate.
    init(_ rate: TaxRate, isDefault: Bool, among offered: [TaxRate], _ shop: Shop) {
        let links = shop.links
        let number = rate.objectID.recordNumber ?? 0
        let others = offered.filter { $0 !== rate }
        self.init(
            name: rate.title,
            details: rate.details(shop.site.papers.english) + (isDefault ? " · default" : ""),
            isRetired: rate.isRetired,
            path: links(
                rate.isRetired ? .deleteTaxRateRetirement(number) : .taxRateRetirement(number)),
            successors: [SelectOption(value: "", label: "Replaced by nothing")]
                + others.map {
                    SelectOption(
                        value: String($0.objectID.recordNumber ?? 0), label: "\($0.title) follows")
                }, hasSuccessors: !rate.isRetired && !others.isEmpty, id: "successor-\(number)")
    }

    /// A way of paying.
    init(_ kind: PaymentKind, _ links: SiteLinks) {
        let number = kind.objectID.recordNumber ?? 0
        self.init(
            name: kind.name ?? "", details: kind.isCash ? "goes into the drawer" : "",
            isRetired: kind.isRetired,
            path: links(
                kind.isRetired
                    ? .deletePaymentKindRetirement(number) : .paymentKindRetirement(number)),
            id: "kind-\(number)")
    }
}

extension TaxRate {
    /// `included in the prices`, or why there is no tax.
    fileprivate func details(_ texts: PaperTexts) -> String {
        guard category.hasReason else {
            return isAdded ? "added to the prices" : "included in the prices"
        }
        return [texts.text(category), exemptionReason ?? category.usualReason].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension ShopDetails {
    /// What the command line says, which goes before what the page says: a sentence each.
    fileprivate var givens: [String] {
        var givens: [String] = []
        if !name.isEmpty { givens.append("The program was started with the name “\(name)”.") }
        if !addressLines.isEmpty { givens.append("It was started with an address.") }
        if !footerLines.isEmpty {
            givens.append("It was started with lines for the end of receipts.")
        }
        return givens
    }
}

extension TaxRate: TitledRecord {}

extension SelectOption {
    /// No tax on what is sold.
    static let noTax = SelectOption(value: "none", label: "No tax")

    /// The tax of what is sold.
    init(_ rate: TaxRate) {
        self.init(
            value: String(rate.objectID.recordNumber ?? 0),
            label: rate.title + (rate.isAdded ? ", added" : ""))
    }
}
