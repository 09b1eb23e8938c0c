import Domain
import Foundation
import Persistence

/// What a product is, apart from any context.
struct ProductValues: RecordValues {
    let recordNumber: Int64
    let name: String
    let price: Decimal
    let retiredAt: Date?
    let rowVersion: Int64
    /// What was sold of it.
    let summary: SalesSummary
    /// How many lines of sales have it, voided sales and returns among them.
    let lineCount: Int

    /// The values of a product.
    ///
    /// - Parameters:
    ///   - summary: what was sold of it.
    ///   - lineCount: how many lines have it.
    init(_ product: Product, _ summary: SalesSummary, lineCount: Int) {
        recordNumber = product.objectID.recordNumber ?? 0
        name = product.name ?? ""
        price = product.price ?? 0
        retiredAt = product.retiredAt
        rowVersion = product.rowVersion
        self.summary = summary
        self.lineCount = lineCount
    }

    var title: String { name }

    var isRetired: Bool { retiredAt != nil }

    /// Whether any sale has it, so that it cannot be deleted.
    var isSold: Bool { lineCount > 0 }

    /// The element of the list that is this product's row.
    var anchor: String { "product-\(recordNumber)" }

    /// The product for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("name", .string(name)),
            ("price", .string(Money.plainText(price))), ("retiredAt", .date(retiredAt)),
            ("lines", .int(lineCount)), ("quantity", .int(Int(summary.totals.quantity))),
            ("total", .string(Money.plainText(summary.totals.amount))),
            ("lastSold", .string(summary.days?.upperBound.description)),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "name", "price", "retiredAt", "lines", "quantity", "total", "lastSold",
    ]

    /// The cells of the product, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(name), .plain(Money.plainText(price)),
            .plain(retiredAt.map(ISO8601Text.utc)), .int(lineCount),
            .int(summary.totals.quantity), .plain(Money.plainText(summary.totals.amount)),
            .plain(summary.days?.upperBound.description),
        ]
    }
}
