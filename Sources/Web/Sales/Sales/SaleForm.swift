import Domain
import Foundation
import Persistence

/// The fields of a new sale.
struct SaleForm: Sendable {
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    // Tells one form for a new record from the next.
    var mark = ""
    /// Whether it asks for the name of somebody who becomes a customer by the sale.
    var asksName = false
    var customerName = FormField()
    /// Whether it is the form of a quote, which has no time and no payments.
    var isQuote = false
    /// The sale that was parked and is gone on with, by record number.
    var parked = ""
    var isParked = false
    var summary = FaultSummary()
    var date = FormField()
    var time = FormField()
    /// What is taken off the whole sale: `10 %`, `2.50`.
    var discount = MoneyField("discount")
    /// Whether the shop has tax rates.
    var hasTaxRates = false
    /// The rates by which a script works out the tax, `1 8.875 added,2 19 included`: number, per cent, and whether
    /// it comes on top of the prices.
    var taxes = ""
    /// The number of the rate of what has none of its own; empty for none.
    var shopTax = ""
    /// The tax rates to choose from.
    var taxRates: [SelectOption] = []
    var taxRate = FormField()
    /// How it is paid.
    var hasPayments = false
    var payments: [PaymentField] = []
    /// Another payment, for who pays in two ways.
    var furtherPayments: [PaymentField] = []
    /// Whether that one is shown unfolded.
    var hasFurtherPayments = false
    /// What is wrong with the payments as a whole.
    var paymentsFault = FormField()
    var note = FormField()
    /// Whether what few sales need is shown unfolded.
    var isOpen = false
    /// The lines; the last one is blank.
    var lines: [SaleLineField] = []
    /// What is wrong with the lines as a whole.
    var linesFault = FormField()
    /// Products to choose from.
    var products: [OfferedProduct] = []
    /// Where a script looks for products.
    var productsPath: String
    /// How a script writes amounts.
    var amounts = AmountSamples(.dollar)

    /// A product in the list of names.
    struct OfferedProduct: Sendable {
        var name: String
        /// As people read it, and as programs do.
        var price: String
        var plainPrice: String
        /// The number of its own tax rate; empty for that of the shop.
        var tax = ""
    }
}

extension SaleForm {
    /// Blank lines that a new form begins with.
    private static let firstLines = 3
    /// Products in the list of names; a script looks for others.
    private static let shownProducts = 200
    /// Products that are offered for a name that none has.
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
            path: path, cancelPath: cancelPath, mark: TakenForms.newMark(),
            date: FormField(CalendarDay.today().description),
            lines: (0..<Self.firstLines).map(SaleLineField.init(blank:)),
            products: try context.fetch(request).map { product in
                OfferedProduct(
                    name: product.name ?? "", price: shop.money(product.price ?? 0),
                    plainPrice: Money.plainText(product.price ?? 0),
                    tax: product.taxRate?.objectID.recordNumber.map { String($0) } ?? "")
            }, productsPath: shop.links(SitePath.products.json),
            amounts: AmountSamples(shop.currency))
        self.asksName = asksName
        try addChoices(in: context)
    }

    /// Offers the tax rates and the kinds of payment that are in use.
    private mutating func addChoices(in context: ManagedObjectContext) throws {
        let rates = try TaxRate.all(in: context).filter { !$0.isRetired }
        hasTaxRates = !rates.isEmpty
        taxes = rates.map { rate in
            let percent = Quantity.text(rate.share?.number ?? 0)
            return [
                String(rate.objectID.recordNumber ?? 0), percent,
                rate.isAdded ? "added" : "included",
            ].joined(separator: " ")
        }.joined(separator: ",")
        let shopRate = try ShopProfile.current(in: context)?.taxRate
        shopTax = shopRate?.objectID.recordNumber.map { String($0) } ?? ""
        taxRates =
            [SelectOption(value: "", label: "As each product is taxed"), .noTax]
            + rates.map(SelectOption.init)
        let kinds = try PaymentField.kinds(orLater: true, in: context)
        hasPayments = !kinds.isEmpty
        payments = [PaymentField(blank: 0, kinds)]
        furtherPayments = [PaymentField(blank: 1, kinds)]
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal?) {
        date = FormField(form["date"] ?? date.value, fault: refusal?.message(for: "date"))
        showRest(form, refusal)
        parked = form[ParkedSaleValues.field] ?? ""
        isParked = !parked.isEmpty
        linesFault = FormField(fault: refusal?.message(for: "lines"))
        summary = refusal?.summary ?? FaultSummary()
        let typed = SaleLineReader.indexes(in: form).filter { index in
            !SaleLineReader.isBlank(index, in: form)
                || refusal?.faults.contains { $0.field.hasPrefix("lines[\(index)]") } == true
        }
        lines = typed.map { SaleLineField($0, form, refusal) }
        let next = (typed.last ?? -1) + 1
        let blanks = max(1, Self.firstLines - lines.count)
        lines += (next..<next + blanks).map(SaleLineField.init(blank:))
        // Who asked for one more line goes on in it.
        if refusal == nil { lines[typed.count].hasFocus = true }
    }

    /// Offers products for names that none has, in a form that is shown again.
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

    /// Shows what is about the whole sale.
    private mutating func showRest(_ form: FormData, _ refusal: FormRefusal?) {
        func field(_ name: String) -> FormField {
            FormField(form[name] ?? "", fault: refusal?.message(for: name))
        }
        (time, note, taxRate) = (field("time"), field("note"), field("taxRate"))
        customerName = field("customerName")
        discount = MoneyField("discount", form["discount"] ?? "", refusal)
        taxRates.select(taxRate.value)
        paymentsFault = FormField(fault: refusal?.message(for: "payments"))
        for place in payments.indices { payments[place].show(0, form, refusal) }
        for place in furtherPayments.indices { furtherPayments[place].show(1, form, refusal) }
        hasFurtherPayments = furtherPayments.contains(where: \.isUsed)
        let fields = [time, note, taxRate]
        isOpen =
            fields.contains { !$0.fault.isEmpty || !$0.value.isEmpty } || !discount.fault.isEmpty
            || !discount.value.isEmpty
    }
}

extension SaleLineField {
    /// A line to be filled in.
    init(blank index: Int) {
        let name = "lines[\(index)]"
        self.init(
            name: name, number: String(index + 1), unitPrice: MoneyField("\(name)[unitPrice]"),
            discount: MoneyField("\(name)[discount]"))
    }

    /// A line as it was typed.
    init(_ index: Int, _ form: FormData, _ refusal: FormRefusal?) {
        func value(_ key: String) -> String { form[SaleLineReader.name(index, key)] ?? "" }
        func message(_ keys: String...) -> String? {
            keys.compactMap { refusal?.message(for: SaleLineReader.name(index, $0)) }.first
        }
        let priceName = SaleLineReader.name(index, "unitPrice")
        self.init(blank: index)
        product = FormField(
            value("productName"), fault: message("productName", "product", "itemKey"))
        productID = value("product")
        hasProductID = !productID.isEmpty && product.value.isEmpty
        itemKey = value("itemKey")
        quantity = FormField(value("quantity"), fault: message("quantity"))
        unitPrice = MoneyField(priceName, value("unitPrice"), refusal)
        let discountName = SaleLineReader.name(index, "discount")
        discount = MoneyField(discountName, value("discount"), refusal)
    }
}

/// A line of a form of a sale, as it was typed.
struct SaleLineField: Sendable {
    /// `lines[0]`, with which the names of its fields begin.
    var name: String
    /// `1`, for people.
    var number: String
    /// Whether work starts here.
    var hasFocus = false
    /// The name of the product.
    var product = FormField()
    /// Whether the product came by its number, without a name.
    var hasProductID = false
    var productID = ""
    /// The item of the inventory that is sold; its name stands in the field and stays.
    var itemKey = ""
    /// Products that may be meant by a name that none has.
    var choices: [MoneyReading] = []
    var quantity = FormField()
    var unitPrice: MoneyField
    /// What is taken off the line: `10 %`, `2.50`.
    var discount: MoneyField
}

/// How amounts of money and quantities are written, as examples that a script goes by.
struct AmountSamples: Sendable {
    /// An amount with all marks: `12.345.678,90 €`.
    var long: String
    /// One with four digits, which some regions do not group: `1.234,00 €`.
    var short: String
    /// How many decimal places amounts have.
    var places: String
    /// The mark by which quantities are read; empty where none was chosen, and `1,234` is a question.
    var decimalMark: String

    /// - Parameter currency: of the amounts, in the region of the household.
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
    /// Whether it is to nobody in particular.
    var isWalkIn = false
    var customer = ""
    /// Number and e-mail address.
    var details = ""
    var customerPath = ""
    var form: SaleForm
}
