import Domain
import Foundation
import Persistence

/// The stock of a product with its latest steps, apart from any context.
struct ProductStock: Sendable {
    /// A step.
    struct Step: Sendable {
        let recordNumber: Int64
        let kind: String
        /// How many more there were; below zero for fewer.
        let change: Decimal
        /// How many there were then.
        let level: Decimal
        let date: Date?
        let note: String
        /// The sale that made it; nil for what was entered by hand.
        let sale: SaleReference?
    }

    /// Steps that are shown.
    static let shown = 100

    let product: Int64
    let name: String
    let unit: String
    /// Nil if they are not counted.
    let stock: Decimal?
    let lowStock: Decimal?
    let isLow: Bool
    /// The latest steps, the last one first.
    let steps: [Step]
    /// How many there are in all.
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

    /// The stock for programs.
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
    /// The step for programs.
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("kind", .string(kind)),
            ("change", .decimal(change)), ("level", .decimal(level)), ("date", .date(date)),
            ("note", .string(note.isEmpty ? nil : note)), ("sale", sale?.json ?? .null),
        ])
    }
}

extension StockEntry {
    /// The journal of the stock, in the order of its steps.
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

    /// The columns of the table for spreadsheets.
    fileprivate static let csvColumns = [
        "id", "date", "product", "productName", "sku", "barcode", "kind", "change", "level", "sale",
        "note",
    ]

    /// The cells of the step, under these columns.
    fileprivate var csvCells: [CSVDocument.Cell] {
        [
            .int(objectID.recordNumber), .plain(date.map(ISO8601Text.utc)),
            .int(product?.objectID.recordNumber), .text(product?.name), .text(product?.sku),
            .text(product?.barcode), .plain(kind), .decimal(change), .decimal(level),
            .int(line?.sale?.number), .text(note),
        ]
    }

    /// The step for programs.
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
