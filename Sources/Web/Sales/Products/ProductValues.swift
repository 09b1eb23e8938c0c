import Domain
import Foundation
import Persistence

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
        let number = (stock < 0 ? "−" : "") + "\(stock.magnitude, grouped: true)"
        return [number, record.unit ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
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
