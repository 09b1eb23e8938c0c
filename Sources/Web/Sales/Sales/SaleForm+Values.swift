import Domain
import Foundation
import Persistence

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
