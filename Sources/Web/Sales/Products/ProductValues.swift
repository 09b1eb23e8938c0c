import Domain
import Foundation
import Persistence

/// What a product is, apart from any context.
struct ProductValues: RecordValues {
    let recordNumber: Int64
    let name: String
    let price: Decimal
    let retiredAt: Date?
    /// The shop's own number; empty for none.
    let sku: String
    let barcode: String
    let unit: String
    let category: String
    /// `VAT 19 %`; empty for that of the shop.
    let taxRate: String
    let taxRateNumber: Int64?
    /// What one costs the shop; nil if nobody said.
    let cost: Decimal?
    /// How many are there; nil if they are not counted.
    let stock: Decimal?
    let lowStock: Decimal?
    /// Whether fewer are there than there should be.
    let isLow: Bool
    /// The texts of fields that stand behind the others.
    let further: FieldValues
    let rowVersion: Int64
    /// What was sold of it.
    let summary: SalesSummary
    /// How many lines of sales have it, voided sales and returns among them; 0 in a row, where nobody
    /// counted them.
    let lineCount: Int

    /// The values of a product.
    ///
    /// - Parameters:
    ///   - summary: what was sold of it.
    ///   - lineCount: how many lines have it.
    /// - Throws: errors of a field that is none of the model’s.
    init(_ product: Product, _ summary: SalesSummary, lineCount: Int) throws {
        further = try FieldValues(Self.furtherTexts, of: product)
        recordNumber = product.objectID.recordNumber ?? 0
        name = product.name ?? ""
        price = product.price ?? 0
        retiredAt = product.retiredAt
        sku = product.sku ?? ""
        barcode = product.barcode ?? ""
        unit = product.unit ?? ""
        category = product.category?.name ?? ""
        taxRate = product.taxRate?.title ?? ""
        taxRateNumber = product.taxRate?.objectID.recordNumber
        cost = product.cost
        stock = product.isStocked ? product.stockLevel : nil
        lowStock = product.lowStock
        isLow = product.isLow
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

    /// `12`, `12 kg`, `−3`; empty if they are not counted.
    var stockText: String {
        guard let stock else { return "" }
        let number = (stock < 0 ? "−" : "") + "\(stock.magnitude, grouped: true)"
        return unit.isEmpty ? number : "\(number) \(unit)"
    }

    /// The number of the article, in which all spellings of its barcode are one; nil for none.
    private var gtin: GTIN? { GTIN(barcode) ?? GTIN(sku) }

    /// The product for programs.
    var json: JSONValue {
        .object(
            [
                ("id", .int(Int(recordNumber))), ("name", .string(name)),
                ("price", .string(Money.plainText(price))), ("retiredAt", .date(retiredAt)),
                ("lines", .int(lineCount)), ("quantity", .decimal(summary.totals.quantity)),
                ("total", .string(Money.plainText(summary.totals.amount))),
                ("lastSold", .string(summary.days?.upperBound.description)),
                ("sku", .string(sku.isEmpty ? nil : sku)),
                ("barcode", .string(barcode.isEmpty ? nil : barcode)),
                ("gtin", .string(gtin?.digits)),
                ("unit", .string(unit.isEmpty ? nil : unit)),
                ("category", .string(category.isEmpty ? nil : category)),
                ("taxRate", taxRateNumber.map { .int(Int($0)) } ?? .null),
                ("cost", .string(cost.map(Money.plainText))),
                ("stock", .decimal(stock)),
                ("lowStock", .decimal(lowStock)),
                ("version", .int(Int(rowVersion))),
            ] + further.json)
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns =
        [
            "id", "name", "price", "retiredAt", "lines", "quantity", "total", "lastSold", "sku",
            "barcode", "unit", "category", "taxRate", "cost", "stock", "lowStock",
        ] + furtherTexts.map(\.name)

    /// The fields that these columns do not name: a new one comes behind them.
    static let furtherTexts = Product.plainTexts.filter { $0.name != "unit" }

    /// The cells of the product, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(name), .plain(Money.plainText(price)),
            .plain(retiredAt.map(ISO8601Text.utc)), .int(lineCount),
            .decimal(summary.totals.quantity), .plain(Money.plainText(summary.totals.amount)),
            .plain(summary.days?.upperBound.description), .text(sku), .text(barcode), .text(unit),
            .text(category), .text(taxRate), .plain(cost.map(Money.plainText)), .decimal(stock),
            .decimal(lowStock),
        ] + further.csvCells
    }
}
