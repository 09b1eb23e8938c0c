import Domain
import Foundation
import Persistence

struct SaleForm: Sendable {
    /// The action of the form.
    var path: String
    var cancelPath: String
    var idempotencyKey = ""
    /// Whether it asks for the name of a new customer.
    var asksName = false
    /// Whether it is the form of a quote, which has no time and no payments.
    var isQuote = false
    /// The record number of the continued parked sale.
    var parked = ""
    var summary = FaultSummary()
    /// The fields of the whole sale, and the faults of its lines and payments as a whole.
    var fields = FormFields(
        "customerName", "date", "time", "discount", "taxRate", "note", "lines", "payments")
    /// The tax rates for a script, `1 8.875 added,2 19 included`: number, percentage, and whether
    /// it is added to the prices.
    var taxes = ""
    /// The number of the default rate; empty for none.
    var shopTax = ""
    var payments: [PaymentField] = []
    /// A second payment, for sales paid in two ways.
    var furtherPayments: [PaymentField] = []
    /// Whether the second payment is expanded.
    var hasFurtherPayments = false
    /// Whether the rarely used fields are expanded.
    var isOpen = false
    /// The lines; the last one is blank.
    var lines: [SaleLineField] = []
    /// Suggested products.
    var products: [OfferedProduct] = []
    /// The address where a script searches products.
    var productsPath: String
    /// Samples of amounts for a script.
    var amounts = AmountSamples(.dollar)

    /// A suggested product.
    struct OfferedProduct: Sendable {
        var name: String
        /// The price for people, and for programs.
        var price: String
        var plainPrice: String
        /// The number of its tax rate; empty for the default.
        var tax = ""
    }
}

extension SaleForm {
    /// The number of blank lines in a new form.
    private static let firstLines = 3
    /// The number of suggested products; a script searches for others.
    private static let shownProducts = 200
    /// The number of suggestions for an unknown name.
    private static let shownChoices = 8

    /// The form of a new sale.
    ///
    /// - Parameter asksName: whether it asks for the name of a new customer. Default: no.
    init(
        path: String, cancelPath: String, asksName: Bool = false, _ shop: Shop,
        in context: ManagedObjectContext
    ) throws {
        var query = ProductQuery()
        query.isRetired = false
        var request = query.fetchRequest
        request.fetchLimit = Self.shownProducts
        self.init(
            path: path, cancelPath: cancelPath, idempotencyKey: IdempotencyKeys.newKey(),
            lines: (0..<Self.firstLines).map(SaleLineField.init(blank:)),
            products: try context.fetch(request).map { product in
                OfferedProduct(
                    name: product.name ?? "", price: shop.money(product.price ?? 0),
                    plainPrice: Money.plainText(product.price ?? 0),
                    tax: product.taxRate?.objectID.recordNumber.map { String($0) } ?? "")
            }, productsPath: shop.links(SitePath.products.json),
            amounts: AmountSamples(shop.currency))
        self.asksName = asksName
        fields.date.value = CalendarDay.today().description
        try addChoices(in: context)
    }

    /// Adds the tax rates and payment methods in use.
    private mutating func addChoices(in context: ManagedObjectContext) throws {
        let rates = try TaxRate.all(in: context).filter { !$0.isRetired }
        taxes = rates.map { rate in
            let percent = Quantity.text(rate.share?.number ?? 0)
            return [
                String(rate.savedNumber), percent,
                rate.isAdded ? "added" : "included",
            ].joined(separator: " ")
        }.joined(separator: ",")
        let shopRate = try ShopProfile.current(in: context)?.taxRate
        shopTax = shopRate?.objectID.recordNumber.map { String($0) } ?? ""
        if !rates.isEmpty {
            fields.offer(
                [SelectOption(value: "", label: "As each product is taxed"), .noTax]
                    + rates.map(SelectOption.init), for: "taxRate")
        }
        let kinds = try PaymentField.kinds(orLater: true, in: context)
        payments = [PaymentField(blank: 0, kinds)]
        furtherPayments = [PaymentField(blank: 1, kinds)]
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors?) {
        fields.show(form, refusal)
        isOpen = fields.areUsed("time", "note", "taxRate", "discount")
        for place in payments.indices { payments[place].show(form, refusal) }
        for place in furtherPayments.indices { furtherPayments[place].show(form, refusal) }
        hasFurtherPayments = furtherPayments.contains(where: \.isUsed)
        parked = form[ParkedSaleValues.field] ?? ""
        summary = refusal?.summary ?? FaultSummary()
        let typed = SaleLineReader.indexes(in: form).filter { index in
            !SaleLineReader.isBlank(index, in: form)
                || refusal?.faults.contains { $0.field.hasPrefix("lines[\(index)]") } == true
        }
        lines = typed.map { SaleLineField($0, form, refusal) }
        let next = (typed.last ?? -1) + 1
        let blanks = max(1, Self.firstLines - lines.count)
        lines += (next..<next + blanks).map(SaleLineField.init(blank:))
        // The added line gets the focus.
        if refusal == nil { lines[typed.count].hasFocus = true }
    }

    /// Suggests products for unknown names in a rejected form.
    ///
    /// - Throws: errors of the store.
    mutating func suggestProducts(_ shop: Shop, in context: ManagedObjectContext) throws {
        for index in lines.indices {
            let text = lines[index].product.value
            guard !text.isEmpty, try Product.known(as: text, in: context) == nil else { continue }
            var query = ProductQuery()
            (query.search, query.isRetired) = (text, false)
            var request = query.fetchRequest
            request.fetchLimit = Self.shownChoices
            lines[index].choices = try context.fetch(request).map { product in
                MoneyReading(
                    name: "\(lines[index].name)[productName]", value: product.name ?? "",
                    label: "\(product.name ?? ""), \(shop.money(product.price ?? 0))")
            }
        }
    }
}

/// A line in the form of a sale.
struct SaleLineField: Sendable {
    /// The prefix of its field names, `lines[0]`.
    var name: String
    var number: String
    /// Whether the line has the focus.
    var hasFocus = false
    var product = FormField()
    /// The number of a product that has no name.
    var productID = ""
    /// The key of the sold item, whose name cannot be changed in the field.
    var itemKey = ""
    /// Suggestions for an unknown name.
    var choices: [MoneyReading] = []
    var quantity: FormField
    var unitPrice: FormField
    /// The discount on the line: `10 %`, `2.50`.
    var discount: FormField
}

extension SaleLineField {
    /// A blank line.
    init(blank index: Int) {
        func field(_ key: String) -> FormField {
            FormField(named: SaleLineReader.name(index, key))
        }
        self.init(
            name: "lines[\(index)]", number: String(index + 1), quantity: field("quantity"),
            unitPrice: field("unitPrice"), discount: field("discount"))
    }

    /// A line with its input.
    init(_ index: Int, _ form: FormData, _ refusal: ValidationErrors?) {
        func value(_ key: String) -> String { form[SaleLineReader.name(index, key)] ?? "" }
        self.init(blank: index)
        let faults = ["productName", "product", "itemKey"].compactMap {
            refusal?.message(for: SaleLineReader.name(index, $0))
        }
        product = FormField(value("productName"), fault: faults.first)
        productID = product.value.isEmpty ? value("product") : ""
        itemKey = value("itemKey")
        quantity.show(form, refusal)
        unitPrice.show(form, refusal)
        discount.show(form, refusal)
    }
}

/// Samples of formatted amounts and quantities, from which a script learns the format.
struct AmountSamples: Sendable {
    /// An amount with all separators: `12.345.678,90 €`.
    var long: String
    /// An amount with four digits, which some regions do not group: `1.234,00 €`.
    var short: String
    /// The number of decimal places of amounts.
    var places: String
    /// The decimal mark of quantities; empty without a choice of region, since `1,234` is ambiguous
    /// then.
    var decimalMark: String

    /// - Parameter currency: the currency of amounts, in the household's region.
    init(_ currency: Currency) {
        let amount: Decimal = currency.places == 0 ? 12_345_678 : 1_234_567_890 / 100
        long = currency.text(amount)
        short = currency.text(1_234)
        places = String(currency.places)
        decimalMark = Region.current.isChosen ? Region.current.numbers.decimalMark : ""
    }
}

/// The form of a new sale.
struct SaleNewPage: TemplatePage {
    static let template = "sales/new"

    var layout: LayoutPage
    /// The name of the customer; empty for a walk-in.
    var customer = ""
    /// Number and e-mail address.
    var details = ""
    var customerPath = ""
    var form: SaleForm
}
