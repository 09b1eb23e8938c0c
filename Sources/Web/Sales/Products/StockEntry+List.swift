import Domain
import Persistence

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
