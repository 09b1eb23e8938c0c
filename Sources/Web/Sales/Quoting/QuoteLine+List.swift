import Domain
import Foundation
import Persistence

extension QuoteLine {
    /// The lines of all quotes, each with its quote.
    static let list = ExportList<QuoteLine>(
        entity: .quoteLine, fileName: "quote-lines",
        orders: [
            .init(name: "number", keyPath: "quote.number"),
            .init(name: "date", keyPath: "quote.date"),
            .init(name: "customer", keyPath: "quote.customer.name", isText: true),
            .init(name: "product", keyPath: "product.name", isText: true),
            .init(name: "quantity", keyPath: "quantity"),
            .init(name: "unitPrice", keyPath: "unitPrice"),
        ],
        searched: [["product", "name"], ["quote", "customer", "name"], ["quote", "buyerName"]],
        day: ["quote", "date"],
        prefetching: [
            "product", "taxRate", "quote", "quote.customer", "quote.sale", "quote.lines",
        ], columns: columns.map(\.name), cells: { $0.csvCells },
        json: { line, _ in
            .object(
                zip(columns, line.csvCells).map { column, cell in
                    (column.name, cell.json(isNumber: numbers.contains(column.name)))
                })
        })

    /// The columns with numbers.
    private static let numbers: Set = [
        "number", "position", "customer", "sale", "product", "quantity",
    ]

    private typealias Column = (
        name: String, cell: @Sendable (QuoteLine, Quote) -> CSVDocument.Cell
    )

    private static let columns: [Column] = [
        ("number", { .int($1.number) }),
        ("position", { .int(($1.lines.firstIndex(of: $0) ?? 0) + 1) }),
        ("date", { .plain($1.day?.description) }),
        ("validThrough", { .plain($1.lastDay?.description) }),
        ("customer", { .int($1.customer?.objectID.recordNumber) }),
        ("customerName", { .text($1.customer?.name) }),
        ("buyerName", { .text($1.buyerName) }),
        ("buyerAddress", { .text($1.buyerAddress) }),
        ("note", { .text($1.note) }),
        ("saleDiscount", { .plain($1.discount?.plainText) }),
        ("voidedAt", { .plain($1.voidedAt.map(ISO8601Text.utc)) }),
        ("sale", { .int($1.sale?.number) }),
        ("numberText", { .text($1.numberText) }),
        ("product", { line, _ in .int(line.product?.objectID.recordNumber) }),
        ("productName", { line, _ in .text(line.product?.name) }),
        // As in the table of lines of sales.
        ("sku", { _, _ in .plain(nil) }),
        ("barcode", { _, _ in .plain(nil) }),
        ("quantity", { line, _ in .decimal(line.quantity) }),
        ("unitPrice", { line, _ in .plain(line.unitPrice.map(Money.plainText)) }),
        ("discount", { line, _ in .plain(line.discount?.plainText) }),
        ("taxRate", { line, _ in .text(line.taxRate?.title) }),
    ]

    private var csvCells: [CSVDocument.Cell] {
        guard let quote else { return Self.columns.map { _ in .plain(nil) } }
        return Self.columns.map { $0.cell(self, quote) }
    }
}
