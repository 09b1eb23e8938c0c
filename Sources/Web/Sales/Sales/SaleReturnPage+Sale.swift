import Domain
import Foundation
import Persistence

extension SaleReturnPage {
    /// The form for a sale.
    ///
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let values = SaleValues(sale)
        let links = shop.links
        self.init(
            layout: shop.site.layout(
                title: "Return items from \(values.titleWithin)", section: .sales,
                crumbs: shop.crumbs(to: values) + [shop.crumb(values)]),
            title: values.title, details: values.detailsText(in: shop.currency),
            path: links(.saleReturns(values.recordNumber)), mark: TakenForms.newMark(),
            cancelPath: links(.sale(values.recordNumber)),
            date: FormField(CalendarDay.today().description),
            lines: zip(values.lines, sale.returnableLines).enumerated().map { index, pair in
                SaleReturnField(index, pair.0, left: pair.1, shop)
            })
        amounts = AmountSamples(shop.currency)
        if sale.netAmount != values.total {
            net = "\(shop.money(sale.netAmount)) without returns"
        }
        let kinds = try PaymentField.kinds(orLater: false, in: context)
        hasPayments = !kinds.isEmpty
        payments = [PaymentField(blank: 0, kinds)]
        for index in payments.indices { payments[index].label = "Given back" }
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        summary = refusal.summary
        date = FormField(form["date"] ?? date.value, fault: refusal.message(for: "date"))
        linesFault = FormField(fault: refusal.message(for: "lines"))
        for index in lines.indices { lines[index].show(form, refusal) }
        for index in payments.indices { payments[index].show(0, form, refusal) }
    }
}

extension SaleReturnField {
    /// The field of a line.
    init(_ index: Int, _ line: SaleLineValues, left rest: ReturnableLine, _ shop: Shop) {
        let left = rest.quantity
        let returned = line.quantity - left
        self.init(
            name: "lines[\(index)]", productID: String(line.productNumber),
            lineID: String(line.recordNumber),
            product: line.productName, unitPrice: Money.plainText(line.unitPrice),
            details: "\(line.quantity, grouped: true) at \(shop.money(line.unitPrice))"
                + (returned > 0 ? ", of which \(Region.current.text(returned)) returned" : ""),
            most: Region.current.fieldText(quantity: left), isGone: left == 0)
        figures = rest.figures.map { $0.map(String.init).joined(separator: " ") } ?? ""
    }

    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        let faults = ["quantity", "product", "productName", "unitPrice"].compactMap {
            refusal.message(for: "\(name)[\($0)]")
        }
        quantity = FormField(form["\(name)[quantity]"] ?? "", fault: faults.first)
    }
}
