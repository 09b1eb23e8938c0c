import Foundation
import Persistence

extension Importer {
    /// Makes or changes a product.
    func importProduct(_ index: Int) throws {
        let number = rows[index].number(.id)
        let name = rows[index].text(.name)
        let price = rows[index].money(.price)
        let retiredAt = rows[index].date(.retiredAt)
        rows[index].label = name ?? number.map { "Product \($0)" } ?? ""
        guard !rows[index].row.isShifted, !rows[index].isAtFault(.id) else { return }
        var found: Product?
        do {
            found = try products.product(number: number, name: name, column: .id)
        } catch let fault as RowFault {
            return rows[index].fail(fault)
        }
        let product = found ?? Product(context: context)
        if let other = row(of: product) {
            rows[index].fail(nil, "line \(rows[other].row.line) is about the same product")
            return
        }
        own(product, by: index)
        if found == nil {
            rows[index].isNew = true
            if let name { try note(product, named: name) }
            if price == nil { rows[index].fail(.price, "it is needed for a new product") }
        } else if rows[index].isEmpty(.price) {
            rows[index].fail(.price, "it is needed")
        }
        if rows[index].row.text(.name) != nil {
            set(\.name, of: product, .name, to: name, row: index)
        }
        setPrice(of: product, to: price, row: index)
        setRetirement(of: product, to: retiredAt, row: index)
    }

    private func setPrice(of product: Product, to price: Decimal?, row index: Int) {
        guard let price, product.price != price else { return }
        rows[index].note(
            .price, from: Money.plainText(product.price ?? 0), to: Money.plainText(price))
        product.price = price
    }

    private func setRetirement(of product: Product, to date: ImportDate?, row index: Int) {
        if let date, !date.isSame(as: product.retiredAt) {
            rows[index].note(
                .retiredAt, from: ImportDate.text(product.retiredAt),
                to: ImportDate.text(date.date))
            product.retiredAt = date.date
        } else if rows[index].isEmpty(.retiredAt), let former = product.retiredAt {
            rows[index].note(.retiredAt, from: ImportDate.text(former), to: "")
            product.retiredAt = nil
        }
    }
}
