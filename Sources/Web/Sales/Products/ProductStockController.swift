import Domain
import Foundation
import Hummingbird
import Persistence

/// The stock of a product: its history, and manual entries.
struct ProductStockController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .productStock("{id}"), by: .readers(of: .sales), as: .document(ProductStock.schema),
            use: show, json: showJSON, csv: showCSV)
        routes.addExports(StockEntry.list, at: .stock, shop)
        routes.post(
            .productStock("{id}"), by: .editors(of: .sales),
            as: .form("kind", "quantity", "note", gives: ProductStock.schema).adding, use: create)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, dependingOn: EntityName.sales) {
            records in
            try ProductStockPage(
                ProductStock(shop.product(number, in: records), in: records), shop,
                notices: notices)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            try ProductStock(shop.product(number, in: records), in: records).json(shop.links)
        }
    }

    private func showCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let product = try await shop.household.container.read { records in
            try shop.product(number, in: records).objectID
        }
        return try await site.csv(
            for: request, StockEntry.list, where: .key("product") == product)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "Nothing was entered",
            on: {
                try ProductStockPage(ProductStock(shop.product(number, in: $0), in: $0), shop)
            }
        ) {
            let stock = try await site.idempotently(posted, at: "quantity") {
                try await shop.enterStock(number, posted)
            }
            return site.changed(
                stock.json(shop.links), status: .created, at: .productStock(number),
                after: request, flash: .stockEntered)
        }
    }
}

extension Shop {
    /// The product in an address.
    ///
    /// - Throws: a 404 if there is none.
    fileprivate func product(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> Product {
        try context.existing(Product.self, number, "product")
    }

    /// Enters a delivery, a loss or a count.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func enterStock(_ number: Int64, _ form: FormData) async throws -> ProductStock {
        var decoder = FormDecoder(form)
        let kind = decoder.word(
            "kind", label: "What", among: StockEntry.Kind.entered.map(\.rawValue)
        )
        if kind.value == nil, decoder.message(for: "kind") == nil {
            decoder.fail("kind", "What", "say what happened")
        }
        let pieces = decoder.quantity("quantity", label: "How many")
        if pieces.value == nil, decoder.message(for: "quantity") == nil {
            decoder.fail("quantity", "How many", "enter a value")
        }
        let note = decoder.line("note", label: "Note", limit: 500)
        let faults = decoder.faults
        return try await change { context in
            let product = try product(number, in: context)
            guard faults.isEmpty, let kind = kind.value.flatMap(StockEntry.Kind.init),
                let pieces = pieces.value
            else {
                throw FormRefusal(faults: faults)
            }
            try FormRefusal.asking("How many") {
                try product.enter(kind, pieces, note: note.value, in: context)
            }
            try household.save(context)
            return try ProductStock(product, in: context)
        }
    }
}

/// The stock of a product with its latest entries, detached from its context.
struct ProductStock: Sendable {
    /// An entry.
    struct Step: Sendable {
        let recordNumber: Int64
        let kind: String
        /// The change in quantity; negative for a decrease.
        let change: Decimal
        /// The quantity after the entry.
        let level: Decimal
        let date: Date?
        let note: String
        /// The sale that caused it; nil for a manual entry.
        let sale: SaleReference?
    }

    /// The number of entries shown.
    static let shown = 100

    let product: Int64
    let name: String
    let unit: String
    /// Nil if the stock is not counted.
    let stock: Decimal?
    let lowStock: Decimal?
    let isLow: Bool
    /// The latest entries, newest first.
    let steps: [Step]
    /// The number of all entries.
    let stepCount: Int

    /// - Throws: errors of the store.
    init(_ record: Product, in context: ManagedObjectContext) throws {
        product = record.objectID.recordNumber ?? 0
        name = record.name ?? ""
        unit = record.unit ?? ""
        stock = record.isStocked ? record.stockLevel : nil
        lowStock = record.lowStock
        isLow = record.isLow
        let isOfProduct: FetchPredicate = .key("product") == record.objectID
        stepCount = try context.count(for: FetchRequest<StockEntry>(isOfProduct))
        let request = FetchRequest<StockEntry>(
            isOfProduct, sortBy: [SortDescriptor(\.date, order: .reverse)], limit: Self.shown,
            prefetching: [\.line?.sale])
        steps = try context.fetch(request).map { entry in
            Step(
                recordNumber: entry.objectID.recordNumber ?? 0, kind: entry.kind ?? "",
                change: entry.change ?? 0, level: entry.level ?? 0, date: entry.date,
                note: entry.note ?? "",
                sale: entry.line?.sale.map(SaleReference.init))
        }
    }

    /// The schema of the stock as JSON.
    static let schema = JSONSchema.members("product stock lowStock isLow records total")

    /// The stock as JSON.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("product", .object([("id", .int(Int(product))), ("name", .string(name))])),
            ("stock", .decimal(stock)),
            ("lowStock", .decimal(lowStock)), ("isLow", .bool(isLow)),
            ("records", .array(steps.map(\.json))), ("total", .int(stepCount)),
        ])
    }
}

extension ProductStock.Step {
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("kind", .string(kind)),
            ("change", .decimal(change)), ("level", .decimal(level)), ("date", .date(date)),
            ("note", .string(note.isEmpty ? nil : note)), ("sale", sale?.json ?? .null),
        ])
    }
}

extension StockEntry {
    /// The entries of all stocks, in their order.
    static let list = ExportList<StockEntry>(
        entity: .stockEntry, fileName: "stock",
        orders: [
            .init(name: "date", keyPath: "date"),
            .init(name: "product", keyPath: "product.name", isText: true),
            .init(name: "kind", keyPath: "kind", isText: true),
            .init(name: "change", keyPath: "change"), .init(name: "level", keyPath: "level"),
        ],
        searched: [["product", "name"], ["product", "sku"], ["note"]],
        prefetching: ["product", "line", "line.sale"], columns: csvColumns,
        cells: { $0.csvCells }, json: { step, _ in step.json })

    /// The columns of a CSV export.
    fileprivate static let csvColumns = [
        "id", "date", "product", "productName", "sku", "barcode", "kind", "change", "level", "sale",
        "note",
    ]

    /// The cells of the entry in the order of the columns.
    fileprivate var csvCells: [CSVDocument.Cell] {
        [
            .int(objectID.recordNumber), .plain(date.map(ISO8601Text.utc)),
            .int(product?.objectID.recordNumber), .text(product?.name), .text(product?.sku),
            .text(product?.barcode), .plain(kind), .decimal(change), .decimal(level),
            .int(line?.sale?.number), .text(note),
        ]
    }

    fileprivate var json: JSONValue {
        .object([
            ("id", .int(objectID.recordNumber)), ("date", .date(date)),
            (
                "product",
                .object([
                    ("id", .int(product?.objectID.recordNumber)), ("name", .string(product?.name)),
                ])
            ),
            ("sku", .string(product?.sku)), ("barcode", .string(product?.barcode)),
            ("kind", .string(kind)), ("change", .decimal(change)), ("level", .decimal(level)),
            ("sale", line?.sale.map { SaleReference($0).json } ?? .null), ("note", .string(note)),
        ])
    }
}

/// The history of a stock, with the form that changes it.
struct ProductStockPage: FormPage {
    static let template = "sales/products/stock"

    var layout: LayoutPage
    var name: String
    /// `12 kg in stock`, `Not counted yet`.
    var summary: String
    var isLow: Bool
    var path: String
    var idempotencyKey = ""
    var faults = FaultSummary()
    var kinds: [SelectOption]
    var kind = FormField()
    var quantity = FormField()
    var note = FormField()
    var rows: [ProductStockRow]
    /// `And 80 before them`.
    var more: String
    var csvPath: String
    var jsonPath: String
}

/// An entry of a stock.
struct ProductStockRow: Sendable {
    /// `Delivered`, `Sold`.
    var kind: String
    /// `+12`, `−3`.
    var change: String
    /// The quantity after the entry.
    var level: String
    var date: String
    var dateISO: String
    var note: String
    /// The sale that caused it.
    var sale: String
    var salePath: String
}

extension ProductStockPage {
    init(_ stock: ProductStock, _ shop: Shop, notices: [Notice] = []) {
        let links = shop.links
        let unit = stock.unit.isEmpty ? "" : " \(stock.unit)"
        let others = stock.stepCount - stock.steps.count
        self.init(
            layout: shop.site.layout(
                title: "Stock of \(stock.name)", section: .sales,
                crumbs: [
                    PathLink(label: "Products", path: links(.products)),
                    PathLink(label: stock.name, path: links(.product(stock.product))),
                ], notices: notices),
            name: stock.name,
            summary: stock.stock.map { "\(ProductStockRow.number($0))\(unit) in stock" }
                ?? "Not counted yet; from the first count on, sales change it",
            isLow: stock.isLow, path: links(.productStock(stock.product)),
            idempotencyKey: IdempotencyKeys.newKey(),
            kinds: StockEntry.Kind.entered.map {
                SelectOption(value: $0.rawValue, label: $0.label)
            }, rows: stock.steps.map { ProductStockRow($0, links) },
            more: others > 0 ? "And \(others) before them" : "",
            csvPath: SpreadsheetMark.link(to: links(SitePath.productStock(stock.product).csv)),
            jsonPath: links(SitePath.productStock(stock.product).json))
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        func field(_ name: String) -> FormField {
            FormField(form[name] ?? "", fault: refusal.message(for: name))
        }
        faults = refusal.summary
        (kind, quantity, note) = (field("kind"), field("quantity"), field("note"))
        kinds.select(kind.value)
    }
}

extension ProductStockRow {
    init(_ step: ProductStock.Step, _ links: SiteLinks) {
        let kind = StockEntry.Kind(rawValue: step.kind)
        self.init(
            kind: kind?.label ?? step.kind,
            change: (step.change > 0 ? "+" : "") + Self.number(step.change),
            level: Self.number(step.level), date: step.date.map { DateText.short($0) } ?? "",
            dateISO: step.date.map(ISO8601Text.utc) ?? "", note: step.note,
            sale: step.sale.map { "Sale \($0.writtenNumber)" } ?? "",
            salePath: step.sale.map { links(.sale($0.recordNumber)) } ?? "")
    }

    /// `1,284`, `−3`.
    static func number(_ number: Decimal) -> String {
        (number < 0 ? "−" : "") + "\(number.magnitude, grouped: true)"
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
