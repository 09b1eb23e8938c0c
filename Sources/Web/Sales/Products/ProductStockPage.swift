import Domain
import Foundation

/// The stock of a product, explained, with the form that changes it.
struct ProductStockPage: FormPage {
    static let template = "sales/products/stock"

    var layout: LayoutPage
    var name: String
    /// `12 kg in stock`, `Not counted yet`.
    var summary: String
    var isLow: Bool
    var path: String
    /// Tells one form from the next.
    var mark = ""
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

/// A step of a stock.
struct ProductStockRow: Sendable {
    /// `Delivered`, `Sold`.
    var kind: String
    /// `+12`, `−3`.
    var change: String
    /// What was there then.
    var level: String
    var date: String
    var dateISO: String
    var note: String
    /// The sale that made it.
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
            mark: TakenForms.newMark(),
            kinds: StockEntry.Kind.entered.map {
                SelectOption(value: $0.rawValue, label: $0.label)
            }, rows: stock.steps.map { ProductStockRow($0, links) },
            more: others > 0 ? "And \(others) before them" : "",
            csvPath: SpreadsheetMark.link(to: links(SitePath.productStock(stock.product).csv)),
            jsonPath: links(SitePath.productStock(stock.product).json))
    }

    /// Shows what was typed, with what is wrong with it.
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
    /// What people call it.
    var label: String {
        switch self {
        case .delivered: "Delivered"
        case .counted: "Counted"
        case .broken: "Broken or lost"
        case .sold: "Sold"
        case .returned: "Came back"
        case .voided: "Made void"
        }
    }
}
