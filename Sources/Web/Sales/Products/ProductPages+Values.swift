import Domain
import Hummingbird
import Persistence

extension Shop {
    /// The crumb that leads to a product.
    func crumb(_ product: ProductValues) -> PathLink {
        PathLink(label: product.name, path: links(.product(product.recordNumber)))
    }

    /// What surrounds a page about a product.
    func layout(_ title: String, _ product: ProductValues) -> LayoutPage {
        site.layout(title: title, section: .sales, crumbs: [productsCrumb, crumb(product)])
    }
}

extension ProductForm {
    /// The form of a new product.
    init(new shop: Shop) {
        self.init(path: shop.links(.products), cancelPath: shop.links(.products))
    }

    /// The form of a product that exists.
    init(_ product: ProductValues, _ shop: Shop) {
        let path = shop.links(.product(product.recordNumber))
        self.init(
            path: path, cancelPath: path, version: String(product.rowVersion), hasVersion: true,
            name: FormField(product.name),
            price: MoneyField("price", Money.plainText(product.price)))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ typed: GuardedForm, _ refusal: FormRefusal?) {
        name = FormField(typed.form["name"] ?? name.value, fault: refusal?.message(for: "name"))
        price = MoneyField("price", typed.form["price"] ?? price.value, refusal)
        if let refusal { summary = refusal.summary }
    }
}

extension ProductNewPage {
    /// The page of a form for a new product.
    init(_ form: ProductForm, _ shop: Shop) {
        self.init(
            layout: shop.site.layout(
                title: "New product", section: .sales, crumbs: [shop.productsCrumb]),
            form: form)
    }
}

extension ProductEditPage {
    /// The page of a form for a product.
    init(_ product: ProductValues, _ form: ProductForm, _ shop: Shop) {
        self.init(
            layout: shop.layout("Edit \(product.name)", product), name: product.name, form: form)
    }
}

extension ProductConflictPage {
    /// The page that shows what is saved beside what was typed.
    init(_ saved: ProductValues, _ typed: GuardedForm, _ form: ProductForm, _ shop: Shop) {
        func row(_ label: String, _ saved: String, _ field: String) -> ConflictRow {
            let typed = typed.form[field] ?? saved
            return ConflictRow(
                label: label, saved: saved, typed: typed, isDifferent: saved != typed)
        }
        self.init(
            layout: shop.layout("\(saved.name) has changed", saved), name: saved.name,
            rows: [
                row("Name", saved.name, "name"),
                row("Price", Money.plainText(saved.price), "price"),
            ],
            recordPath: shop.links(.product(saved.recordNumber)), form: form)
    }
}

extension ProductDeletePage {
    /// The question before a product is deleted.
    init(_ product: ProductValues, _ shop: Shop) {
        let number = product.recordNumber
        let lines = ItemCount.text(product.lineCount, "line", "lines")
        self.init(
            layout: shop.layout("Delete \(product.name)?", product), name: product.name,
            isSold: product.isSold,
            consequences: product.isSold
                ? [
                    "\(lines) of your sales \(product.lineCount == 1 ? "has" : "have") it, "
                        + "and sales never change afterwards.",
                    product.isRetired
                        ? "It is retired already: nobody can sell it any more."
                        : "Retire it instead: it is not offered any more, and its sales stay.",
                ] : ["The product goes for good. No sale has it."],
            canRetire: product.isSold && !product.isRetired,
            deletePath: shop.links(.deleteProduct(number)),
            retirePath: shop.links(.productRetirement(number)),
            cancelPath: shop.links(.product(number)))
    }
}

extension ProductShowPage {
    /// Buyers that are shown.
    private static let shownBuyers = 100

    /// The page of a product.
    ///
    /// - Throws: errors of the store.
    init(
        _ product: Product, _ request: Request, _ shop: Shop, in context: ManagedObjectContext
    ) throws {
        let values = try ProductValues(product, in: context)
        let (links, number) = (shop.links, values.recordNumber)
        let bought = TradeRow.sorted(try SalesSummary.ofCustomers(whoBought: product, in: context))
        let others = bought.count - Self.shownBuyers
        self.init(
            layout: shop.site.layout(
                title: values.name, section: .sales, crumbs: [shop.productsCrumb],
                notices: shop.site.notices(for: request)),
            name: values.name, price: Money.text(values.price),
            version: String(values.rowVersion), isRetired: values.isRetired,
            retired: values.retiredAt.map { DateText.long($0) } ?? "",
            retiredISO: values.retiredAt.map(ISO8601Text.utc) ?? "",
            figures: Self.figures(values, buyers: bought.count, links),
            hasBuyers: !bought.isEmpty,
            buyers: try TradeRow.customers(bought.prefix(Self.shownBuyers), links, in: context),
            hasMoreBuyers: others > 0,
            moreBuyers: "And \(ItemCount.text(max(others, 0), "other", "others"))",
            editPath: links(.editProduct(number)), deletePath: links(.deleteProduct(number)),
            retirePath: links(.productRetirement(number)),
            unretirePath: links(.deleteProductRetirement(number)),
            jsonPath: links(SitePath.product(number).json))
        layout.alternates = [AlternateLink(type: "application/json", path: jsonPath)]
    }

    private static func figures(
        _ product: ProductValues, buyers: Int, _ links: SiteLinks
    ) -> [Figure] {
        let totals = product.summary.totals
        let path = links(SitePath.product(product.recordNumber).at("buyers"))
        return [
            Figure(value: Money.text(totals.amount), label: "in all", path: path),
            Figure(value: "\(Int(totals.quantity), grouped: true)", label: "sold", path: path),
            Figure(
                value: "\(buyers, grouped: true)", label: buyers == 1 ? "buyer" : "buyers",
                path: path),
        ]
    }
}
