import Domain
import Foundation
import Hummingbird
import Persistence

/// The products.
struct Products: Resource {
    let shop: Shop

    var site: Site { shop.site }
    let paths = ResourcePaths(.products)
    let place = ResourcePlace(section: .sales, subsection: .products)
    let entities: Set<EntityName>? = EntityName.sales
    let isCopied = true
    let words = ResourceWords(
        Product.description, icon: "i-tag", searched: "its name, number or barcode",
        emptyHeading: "What you sell, and for how much",
        emptyText: "Products come by themselves when you sell something new. Or write the price "
            + "list first; a sale then takes the price from here.")

    let list = ListDescription(
        filters: [
            .init(name: "retired", label: "Retired", kind: .choice(["yes", "no"])),
            .init(name: "low", label: "Running low", kind: .choice(["yes", "no"])),
        ],
        example: "price < 20 AND lines.@count == 0",
        orders: [
            ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
            ("Cheapest first", SortOrder("price")),
            ("Dearest first", SortOrder("price", ascending: false)),
            ("Most sold first", SortOrder("quantity", ascending: false)),
            ("Highest total first", SortOrder("total", ascending: false)),
            ("Least in stock first", SortOrder("stock")), ("Number", SortOrder("sku")),
        ],
        columns: [
            ListColumn(label: "Product", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Price", kind: .price, sort: "price", isDescendingFirst: true),
            ListColumn(
                label: "Sold", kind: .count, sort: "quantity", isDescendingFirst: true,
                isShared: false),
            ListColumn(
                label: "Total", kind: .value, sort: "total", isDescendingFirst: true,
                isShared: false),
            ListColumn(label: "Last sold", kind: .date, isShared: false),
            ListColumn(label: "Stock", kind: .date, sort: "stock"),
        ],
        columnPaths: ["category": "category.name", "taxRate": "taxRate.name"],
        chips: [
            .init("On sale", "retired", "no"), .init("Retired", "retired", "yes"),
            .init("Running low", "low", "yes", isShownIfEmpty: false),
        ])
}

// MARK: - The list

extension Products {
    func request(_ list: ListRequest) -> FetchRequest<Product> {
        var products = ProductQuery()
        products.search = list.query.search
        products.isRetired = list.query.flag("retired")
        products.isLow = list.query.flag("low")
        products.predicate = list.predicate
        if let sort = list.query.sort, !Self.salesKeys.contains(sort.attribute) {
            products.sortDescriptors = sortDescriptors(of: list)
        }
        return products.fetchRequest
    }

    /// The sort keys for totals of sales, which are not attributes.
    private static let salesKeys = ["quantity", "total"]

    /// The order by totals of sales; equal ones by name.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        guard let sort = list.query.sort, Self.salesKeys.contains(sort.attribute) else {
            return nil
        }
        let totals = try totalsByProduct(in: context)
        let products = try context.fetchObjectIDs(request(list)).map { id in
            let totals = totals[id.savedNumber] ?? SalesTotals()
            return (
                id: id,
                value: sort.attribute == "total" ? totals.amount : totals.quantity
            )
        }
        // The sort is stable, so equal products stay sorted by name.
        return products.sorted { sort.isAscending ? $0.value < $1.value : $0.value > $1.value }
            .map(\.id)
    }

    var prefetching: [String] { ["category", "taxRate"] }

    func values(
        _ records: [Product], in context: ManagedObjectContext
    ) throws -> [ProductValues] {
        // Void sales and returns count too, because any line prevents a deletion.
        let lineCounts = try MemberCounts(
            "SaleLine", by: "product", of: records.map(\.objectID), context)
        return try values(records, in: context) { lineCounts[$0] }
    }

    /// The values without counts of lines, of which fifty products can have a hundred thousand.
    func rowValues(
        _ records: [Product], in context: ManagedObjectContext
    ) throws -> [ProductValues] {
        try values(records, in: context) { _ in 0 }
    }

    private func values(
        _ records: [Product], in context: ManagedObjectContext, lineCount: (Product) -> Int
    ) throws -> [ProductValues] {
        let summaries = try site.household.salesFigures.summaries(
            ofProducts: records.compactMap(\.objectID.recordNumber), in: context)
        return records.map { product in
            ProductValues(
                record: product, summary: summaries[product.savedNumber] ?? SalesSummary(),
                lineCount: lineCount(product))
        }
    }

    var members: [RecordMember<ProductValues>] { ProductValues.members }

    func row(_ product: ProductValues) -> ListRow {
        let (totals, lastDay) = (product.summary.totals, product.summary.days?.upperBound)
        return row(
            product, isDim: product.isRetired,
            pill: product.isRetired ? "retired" : product.isLow ? "running low" : "",
            [
                ListCell(shop.money(product.price ?? 0), lead: "at "),
                ListCell("\(totals.quantity, grouped: true)", unit: " sold"),
                ListCell(shop.money(totals.amount)),
                ListCell(day: lastDay, none: "Never"),
                ListCell(product.stockText),
            ])
    }

    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        let totals = try totals(of: list, in: context)
        let (quantity, amount) = (totals.quantity, shop.money(totals.amount))
        return ListSums(
            texts: ["\(quantity, grouped: true) sold", amount],
            cells: [
                ListCell(""), ListCell("\(quantity, grouped: true)", unit: " sold"),
                ListCell(amount), ListCell(""), ListCell(""),
            ],
            json: [
                ("quantity", .decimal(quantity)),
                ("total", .string(Money.plainText(totals.amount))),
            ])
    }

    private func totals(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        guard list.query.isFiltered else {
            return try site.household.salesFigures.totals(of: SalesPeriod(), in: context)
        }
        let totals = try totalsByProduct(in: context)
        return try ids(of: list, in: context).reduce(SalesTotals()) {
            $0 + (totals[$1.savedNumber] ?? SalesTotals())
        }
    }

    private func totalsByProduct(in context: ManagedObjectContext) throws -> [Int64: SalesTotals] {
        try site.household.salesFigures.totals(by: .product, of: SalesPeriod(), in: context)
    }
}

// MARK: - One product

extension Products {
    /// A product with the name of another would be taken for it.
    func check(
        _ product: Product, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        try checkCodes(product, &decoder, in: context)
        try checkName(of: product, &decoder) {
            try Product.named($0, otherThan: product, in: context)
        }
    }

    /// A number or barcode must be unique, since either finds the product.
    private func checkCodes(
        _ product: Product, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        for (key, label, code) in [
            ("sku", "Number", product.sku), ("barcode", "Barcode", product.barcode),
        ] {
            guard let code, decoder.message(for: key) == nil,
                product.committedValues(forKeys: [key])[key] != .string(code)
            else { continue }
            let checkDigitFault = key == "barcode" ? ProductCode.checkDigitFault(of: code) : nil
            if let fault = ProductCode.fault(of: code) ?? checkDigitFault {
                decoder.fail(key, label, fault)
                continue
            }
            guard let other = try Product.coded(code, otherThan: product, in: context)
            else { continue }
            decoder.fail(key, label, "“\(other.name ?? "")” has it already")
        }
    }

    func deletion(
        of record: Product, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let product = try values(record, in: context)
        let quoted = try context.count(
            for: FetchRequest<QuoteLine>(format: "product == %@", record))
        guard product.isSold || quoted > 0 else {
            return DeletionQuestion(consequences: [
                "The product is deleted for good. No sale has it."
            ])
        }
        let (count, papers, doing) =
            product.isSold
            ? (product.lineCount, "sales", "was sold") : (quoted, "quotes", "is in a quote")
        let lines = ItemCount.text(count, "line", "lines")
        let fault = FieldError(
            field: "lines", label: "Sales",
            message: "“\(product.title)” \(doing) and cannot be deleted; retire it instead")
        let retirement = links(.product(product.recordNumber).retirement)
        return DeletionQuestion(
            consequences: [
                "\(lines) of your \(papers) \(count == 1 ? "has" : "have") it, "
                    + "and \(papers) keep what they were made with.",
                product.isRetired
                    ? "It is retired already and can no longer be sold."
                    : "Retire it instead: it is no longer offered, and its sales stay.",
            ],
            refusal: .init(heading: "\(doing) and stays", fault: fault),
            actions: product.isRetired
                ? [] : [.posting("Retire it instead", to: retirement, .primary)])
    }
}

// MARK: - Retiring

extension Products {
    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(self)
        addChange(at: .product("{id}").retirement, .productRetired, to: &routes) { $0.retire() }
        addChange(at: .product("{id}").retirement.deletion, .productOffered, to: &routes) {
            $0.unretire()
        }
    }

    private func addChange(
        at path: SitePath, _ flash: FlashMessage, to routes: inout SiteRoutes,
        _ body: @escaping @Sendable (Product) -> Void
    ) {
        routes.post(path, by: .editors(of: .sales), as: .document(schema)) {
            let number = try $1.recordNumber
            return try await ResourceActions(self).change($0, flash: flash) {
                try change(number, in: $0, body)
            }
        }
    }
}

/// A product with the summary of its sales.
@dynamicMemberLookup
struct ProductValues: RecordHolder {
    let record: Product
    /// The summary of its sales.
    let summary: SalesSummary
    /// The number of sale lines with it, including void sales and returns; 0 in a row, where they
    /// are not counted.
    let lineCount: Int

    var title: String { record.name ?? "" }

    /// Whether any sale has it, so that it cannot be deleted.
    var isSold: Bool { lineCount > 0 }

    /// `12`, `12 kg`, `−3`; empty if the stock is not counted.
    var stockText: String {
        guard let stock else { return "" }
        return ["\(stock, grouped: true)", record.unit ?? ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The stock; nil if it is not counted.
    private var stock: Decimal? { record.isStocked ? record.stockLevel : nil }

    /// The article number, which is the same for all notations of a barcode; nil for none.
    private var gtin: GTIN? { GTIN(record.barcode ?? "") ?? GTIN(record.sku ?? "") }

    subscript<Value>(dynamicMember keyPath: KeyPath<Product, Value>) -> Value {
        record[keyPath: keyPath]
    }

    static let members: [RecordMember<ProductValues>] =
        Product.description.members("name", "price") + [
            .instant("retiredAt") { $0.retiredAt },
            .count("lines") { $0.lineCount },
            .quantity("quantity") { $0.summary.totals.quantity },
            .money("total") { $0.summary.totals.amount },
            .day("lastSold") { $0.summary.days?.upperBound },
        ] + Product.description.members("sku", "barcode") + [
            .word("gtin", isIn: .documents) { $0.gtin?.digits }
        ] + Product.description.members("unit", "category") + [
            .integer("taxRate", isIn: .documents) { $0.taxRate?.savedNumber },
            .text("taxRate", isIn: .tables) { $0.taxRate?.title },
        ] + Product.description.members("cost") + [.quantity("stock") { $0.stock }]
        + Product.description.members("lowStock") + furtherTexts.map { .field($0) }

    /// The fields that pages do not list by name. A new attribute is added after the others.
    static let furtherTexts = Product.plainTexts.filter { $0.name != "unit" }
}
