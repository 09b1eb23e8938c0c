import Domain
import Foundation
import Hummingbird
import Persistence

/// The stock of a product: its history, and manual entries.
struct ProductStockController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let shop = shop
        addPage(
            at: .productStock("{id}"), to: &routes, as: .document(ProductStock.schema),
            about: { try $1.recordNumber }, csv: showCSV,
            json: { try ProductStock($0, shop, in: $1).json }
        ) { try ProductStockPage(ProductStock($0, shop, in: $2), shop, notices: $1) }
        routes.addExports(StockEntry.list(shop))
        addChange(
            entry, at: .productStock("{id}"), to: &routes,
            as: .form("kind", "quantity", "note", gives: ProductStock.schema).adding
        ) { try $0.recordNumber }
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let product = try await shop.household.container.read { records in
            try shop.products.existing(number, in: records).objectID
        }
        return try await ListActions(StockEntry.list(shop, of: product)).indexCSV(request, context)
    }

    /// Enters a delivery, a loss or a count.
    private var entry: ChangeForm<Int64> {
        let shop = shop
        return ChangeForm(
            refusal: "Nothing was entered", flash: .stockEntered, keyField: "quantity",
            page: { try ProductStockPage(ProductStock($0, shop, in: $1), shop) }
        ) { number, form, context in
            var decoder = FormDecoder(form)
            let kind = decoder.required("kind", "What", missing: "say what happened") {
                $0.word($1, label: $2, among: StockEntry.Kind.entered.map(\.rawValue))
            }
            let pieces = decoder.required("quantity", "How many") { $0.quantity($1, label: $2) }
            let note = decoder.line("note", label: "Note", limit: 500).value
            let product = try shop.products.existing(number, in: context)
            guard decoder.faults.isEmpty, let kind = kind.flatMap(StockEntry.Kind.init), let pieces
            else { throw ValidationErrors(faults: decoder.faults) }
            try ValidationErrors.asking("How many") {
                try product.enter(kind, pieces, note: note, in: context)
            }
            try shop.household.save(context)
            return (try ProductStock(number, shop, in: context).json, .productStock(number))
        }
    }
}

/// The stock of a product with its latest entries.
struct ProductStock {
    /// The number of entries shown.
    static let shown = 100

    let product: Product
    /// The latest entries, newest first.
    let steps: [StockEntry]
    /// The number of all entries.
    let stepCount: Int

    /// - Throws: a 404 if there is no such product, and errors of the store.
    init(_ number: Int64, _ shop: Shop, in context: ManagedObjectContext) throws {
        product = try shop.products.existing(number, in: context)
        let isOfProduct: FetchPredicate = .key("product") == product.objectID
        stepCount = try context.count(for: FetchRequest<StockEntry>(isOfProduct))
        let request = FetchRequest<StockEntry>(
            isOfProduct, sortBy: [SortDescriptor(\.date, order: .reverse)], limit: Self.shown,
            prefetching: [\.line?.sale])
        steps = try context.fetch(request)
    }

    /// Nil if the stock is not counted.
    var stock: Decimal? { product.isStocked ? product.stockLevel : nil }

    /// The schema of the stock as JSON.
    static let schema = JSONSchema.members("product stock lowStock isLow records total")

    /// The stock as JSON.
    var json: JSONValue {
        get throws {
            let entries = try steps.map {
                try StockEntry.membersOfProduct.object(of: DescribedValues(record: $0))
            }
            return .object([
                ("product", .reference(product.savedNumber, product.name)),
                ("stock", .decimal(stock)), ("lowStock", .decimal(product.lowStock)),
                ("isLow", .bool(product.isLow)), ("records", .array(entries)),
                ("total", .int(stepCount)),
            ])
        }
    }
}

extension StockEntry {
    private static let members: [RecordMember<DescribedValues<StockEntry>>] = [
        .integer("id") { $0.recordNumber },
        .instant("date") { $0.date },
        .integer("product", isIn: .tables) { $0.product?.objectID.recordNumber },
        .text("productName", isIn: .tables) { $0.product?.name },
        RecordMember("product", isIn: .documents) {
            .document(.reference($0.product?.savedNumber ?? 0, $0.product?.name))
        },
        .text("sku") { $0.product?.sku },
        .text("barcode") { $0.product?.barcode },
        .word("kind") { $0.kind },
        .quantity("change") { $0.change },
        .quantity("level") { $0.level },
        .integer("sale", isIn: .tables) { $0.line?.sale?.number },
        RecordMember("sale", isIn: .documents) { .document($0.line?.sale?.reference ?? .null) },
        .text("note") { $0.note },
    ]

    /// The members of an entry in the JSON of its product.
    fileprivate static let membersOfProduct = [
        "id", "kind", "change", "level", "date", "note", "sale",
    ].compactMap { name in
        members.first { $0.name == name && $0.place.contains(.documents) }
    }

    /// The entries of all stocks, or those of one product, in their order.
    fileprivate static func list(
        _ shop: Shop, of product: ManagedObjectID? = nil
    ) -> ExportList<StockEntry> {
        ExportList(
            "stock entries", of: shop, at: .stock, fileName: "stock",
            order: "date",
            columnPaths: [
                "product": "product.name", "productName": "product.name", "sku": "product.sku",
                "barcode": "product.barcode", "sale": "line.sale.number",
            ],
            searched: [["product", "name"], ["product", "sku"], ["note"]],
            prefetching: ["product", "line", "line.sale"],
            where: product.map { .key("product") == $0 }, members: members)
    }
}

/// The history of a stock, with the form that changes it.
struct ProductStockPage: FieldsPage {
    static let template = "sales/products/stock"

    var layout: LayoutPage
    var name: String
    /// `12 kg in stock`, `Not counted yet`.
    var stock: String
    var isLow: Bool
    var path: String
    var idempotencyKey = ""
    var summary = FaultSummary()
    var fields = FormFields("quantity", "note")
    /// The latest entries; absent without any.
    var entries: [ListTable]
    /// `And 80 before them`.
    var more: String
    var csvPath: String
    var jsonPath: String
}

extension ProductStockPage {
    init(_ stock: ProductStock, _ shop: Shop, notices: [Notice] = []) {
        let (links, name, path) = (
            shop.links, stock.product.name ?? "", SitePath.productStock(stock.product.savedNumber)
        )
        let unit = stock.product.unit.map { $0.isEmpty ? "" : " \($0)" } ?? ""
        let others = stock.stepCount - stock.steps.count
        self.init(
            layout: shop.products.layout("Stock of \(name)", notices: notices), name: name,
            stock: stock.stock.map { "\($0, grouped: true)\(unit) in stock" }
                ?? "Not counted yet; from the first count on, sales change it",
            isLow: stock.product.isLow, path: links(path),
            idempotencyKey: IdempotencyKeys.newKey(),
            entries: stock.steps.isEmpty ? [] : [.entries(stock.steps, links)],
            more: others > 0 ? "And \(others) before them" : "",
            csvPath: SpreadsheetMark.link(to: links(path.csv)),
            jsonPath: links(path.json))
        layout.crumbs.append(
            PathLink(label: name, path: links(.product(stock.product.savedNumber))))
        fields.offer(
            StockEntry.Kind.entered.map { SelectOption(value: $0.rawValue, label: $0.label) },
            for: "kind")
    }
}

extension ListTable {
    /// The entries of a stock, each with the sale that caused it.
    fileprivate static func entries(_ entries: [StockEntry], _ links: SiteLinks) -> ListTable {
        var table = ListTable(
            caption: "Stock history", isTitled: true, style: Style.stock.rawValue,
            heads: [
                ListHead("What happened", .name), ListHead("When", .day),
                ListHead("Change", .count), ListHead("Stock after", .value),
            ])
        table.fill(
            entries.map { entry in
                let (kind, change, sale) = (entry.kind ?? "", entry.change ?? 0, entry.line?.sale)
                let name = [
                    StockEntry.Kind(rawValue: kind)?.label ?? kind,
                    sale.map { "sale \($0.writtenNumber)" },
                ]
                return ListRow(
                    anchor: "", path: sale.map { links(.sale($0.recordNumber)) } ?? "",
                    name: name.compactMap(\.self).joined(separator: ", "), small: entry.note ?? "",
                    [
                        ListCell(entry.date),
                        ListCell("\(change > 0 ? "+" : "")\(change, grouped: true)"),
                        ListCell("\(entry.level ?? 0, grouped: true)"),
                    ])
            })
        return table
    }
}

extension StockEntry.Kind {
    var label: String {
        switch self {
        case .delivered: "Delivered"
        case .counted: "Counted"
        case .broken: "Broken or lost"
        case .sold: "Sold"
        case .returned: "Came back"
        case .voided: "Made void"
        case .stocktake: "Stocktake"
        case .reopened: "Stocktake, opened again"
        }
    }
}
