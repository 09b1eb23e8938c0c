import Foundation
import Persistence

extension Importer {
    /// The cells of a row that describe its line.
    private struct LineCells {
        var product: ProductReference
        var quantity: Decimal?
        var unitPrice: Decimal?
        var cost: Decimal?
        var discount: Discount?
        var saleDiscount: Discount?
        var taxRate: TaxRate?
        var itemKey: UUID?
    }

    /// Adds or updates the line of a row.
    func takeLine(_ index: Int, _ draft: SaleRows) throws {
        draft.rowCount += 1
        let position = rows[index].whole(.position, in: 1...Int64(Self.mostLines))
        let place = position.map { Int($0) } ?? draft.rowCount
        label(index, sale: draft.isUnnumbered ? nil : draft.sale.number, line: place)
        rows[index].isNew = draft.isNew || place > draft.lines.count
        let cells = try lineCells(index)
        guard !rows[index].row.isShifted, !rows[index].isAtFault(.position) else { return }
        guard place <= Self.mostLines, place <= draft.lines.count + 1 else {
            rows[index].fail(
                .position,
                "sale \(draft.sale.number) has \(draft.lines.count) lines; the next one is "
                    + "\(draft.lines.count + 1), and \(Self.mostLines) the last")
            return
        }
        if place > draft.lines.count {
            _ = try attempt(index) { try addLine(cells, draft, row: index) }
        } else if let other = row(of: draft.lines[place - 1]), other != index {
            let line = try line(of: other)
            rows[index].fail(
                .position, "line \(line) is about the same line of the sale")
        } else {
            own(draft.lines[place - 1], by: index)
            _ = try attempt(index) {
                try change(draft.lines[place - 1], cells, draft, row: index)
            }
        }
    }

    /// Finds the faults of the cells about a line that do not depend on records.
    func readLineCells(_ index: Int) throws {
        _ = rows[index].whole(.position, in: 1...Int64(Self.mostLines))
        _ = try lineCells(index)
    }

    private func lineCells(_ index: Int) throws -> LineCells {
        var cells = LineCells(product: rows[index].productReference)
        cells.quantity = rows[index].quantity(.quantity, in: Self.quantities)
        cells.unitPrice = rows[index].money(.unitPrice, in: currency)
        cells.cost = rows[index].money(.cost, in: currency)
        cells.discount = discount(.discount, row: index)
        cells.saleDiscount = discount(.saleDiscount, row: index)
        cells.taxRate = try taxRate(row: index)
        if let text = rows[index].text(.itemKey) {
            cells.itemKey = UUID(uuidString: text)
            if cells.itemKey == nil { rows[index].fail(.itemKey, "it is not the key of an item") }
        }
        return cells
    }

    private func addLine(_ cells: LineCells, _ draft: SaleRows, row index: Int) throws {
        if let lock = draft.lock { throw RowFault(nil, lock) }
        guard !cells.product.isEmpty else { throw RowFault(.product, "a value is missing") }
        let product = try product(cells, row: index)
        let line = SaleLine(context: context)
        own(line, by: index)
        line.product = product
        line.quantity = cells.quantity ?? 1
        line.unitPrice = cells.unitPrice ?? product.price
        line.unitCost = cells.cost
        line.discount = cells.discount
        line.taxRate = cells.taxRate
        if draft.isNew, let discount = cells.saleDiscount { draft.sale.discount = discount }
        line.itemKey = cells.itemKey
        draft.sale.addToLines(line)
        draft.lines.append(line)
        try checkQuantity(of: line)
        if let key = cells.itemKey { try sell(key, draft, line, row: index) }
    }

    /// A return may have a fraction if the sale had one, even if the unit of the product has
    /// changed.
    private func checkQuantity(of line: SaleLine) throws(RowFault) {
        guard line.sale?.isReturn != true,
            let fault = line.product?.fault(ofPlaces: line.quantity ?? 0)
        else { return }
        throw RowFault(.quantity, fault)
    }

    private func change(
        _ line: SaleLine, _ cells: LineCells, _ draft: SaleRows, row index: Int
    ) throws {
        let former = rows[index].changes.count
        if !cells.product.isEmpty, !(line.product.map(cells.product.matches) ?? false) {
            let product = try product(cells, row: index)
            if product !== line.product {
                rows[index].note(
                    .product, from: line.product?.name ?? "", to: product.name ?? "")
                line.product = product
            }
        }
        if let quantity = cells.quantity, quantity != line.quantity {
            rows[index].note(
                .quantity, from: Quantity.text(line.quantity ?? 0), to: Quantity.text(quantity))
            line.quantity = quantity
            try checkQuantity(of: line)
        }
        if let price = cells.unitPrice, price != line.unitPrice {
            rows[index].note(
                .unitPrice, from: Money.plainText(line.unitPrice ?? 0),
                to: Money.plainText(price))
            line.unitPrice = price
        }
        if let cost = cells.cost, cost != line.unitCost {
            rows[index].note(
                .cost, from: line.unitCost.map(Money.plainText) ?? "", to: Money.plainText(cost))
            line.unitCost = cost
        }
        takePricing(cells, of: line, draft, row: index)
        if let item = cells.itemKey, item != line.itemKey {
            throw RowFault(.itemKey, "the item of an existing line cannot be changed")
        }
        guard rows[index].changes.count > former else { return }
        if let lock = draft.lock { throw RowFault(nil, lock) }
        if line.itemKey != nil, line.quantity != 1 {
            throw RowFault(.quantity, "an item of the inventory is sold once")
        }
    }

    /// Sets discounts and tax of an existing line. A return keeps those of its sale.
    private func takePricing(
        _ cells: LineCells, of line: SaleLine, _ draft: SaleRows, row index: Int
    ) {
        guard !draft.sale.isReturn else { return }
        if let discount = cells.discount, discount != line.discount {
            rows[index].note(
                .discount, from: line.discount?.plainText ?? "", to: discount.plainText)
            line.discount = discount
        }
        if let rate = cells.taxRate, rate !== line.taxRate {
            rows[index].note(.taxRate, from: line.taxRate?.title ?? "", to: rate.title)
            line.taxRate = rate
        }
        if let discount = cells.saleDiscount, discount != draft.sale.discount {
            rows[index].note(
                .saleDiscount, from: draft.sale.discount?.plainText ?? "", to: discount.plainText)
            draft.sale.discount = discount
        }
    }

    /// The discount: a percentage with its sign, or an amount; nil for none.
    func discount(_ column: ImportColumn, row index: Int) -> Discount? {
        guard let text = rows[index].text(column) else { return nil }
        guard text.contains("%") else {
            guard let amount = rows[index].money(column, in: currency) else { return nil }
            if let discount = Discount(amount) { return amount == 0 ? nil : discount }
            rows[index].fail(
                column, "“\(text.prefix(40))” is not an amount with two decimal places at most")
            return nil
        }
        do {
            return .percent(try Percent(parsing: text))
        } catch {
            rows[index].fail(column, error.description)
            return nil
        }
    }

    /// The tax rate of a row; nil for none.
    func taxRate(row index: Int) throws -> TaxRate? {
        guard let text = rows[index].text(.taxRate) else { return nil }
        let rates: [TaxRate]
        if let knownTaxRates {
            rates = knownTaxRates
        } else {
            rates = try TaxRate.all(in: context)
            knownTaxRates = rates
        }
        if let rate = rates.first(where: { $0.title == text }) { return rate }
        // JSON has the record number.
        if let number = Int64(text),
            let rate = rates.first(where: { $0.objectID.recordNumber == number })
        {
            return rate
        }
        if let rate = rates.first(where: { !$0.isRetired && $0.name == text }) { return rate }
        rows[index].fail(
            .taxRate, "there is no tax rate “\(text.prefix(60))”; add it on the page of the shop")
        return nil
    }

    /// The product of a row, which may be new.
    private func product(_ cells: LineCells, row index: Int) throws -> Product {
        let (number, name) = (cells.product.number, cells.product.name)
        if let coded = try product(coded: cells.product.codes) {
            if let name, !cells.product.hasName(of: coded) {
                rows[index].note(
                    "“\(name)” is “\(coded.name ?? "")” here; the row goes by the number")
            }
            return coded
        }
        let found = try products.product(number: number, name: name, column: .product)
        if let found {
            if let code = cells.product.codes.first {
                rows[index].note("“\(code)” is not a number of “\(found.name ?? "")”")
            }
            if let number, let name, try products.isRenamed(number: number, name: name) {
                rows[index].note(
                    found.objectID.recordNumber == number
                        ? "product \(number) is “\(found.name ?? "")” now"
                        : "product \(number) is another one here; the row goes by the name")
            }
            return found
        }
        if let code = cells.product.codes.first, name == nil, number == nil {
            throw RowFault(
                rows[index].text(.sku) == nil ? .barcode : .sku,
                "no product has the number “\(code)”; give its name too")
        }
        // In some files a number is the name of a product.
        guard let name = name ?? number.map(String.init) else {
            throw RowFault(.product, "a value is missing")
        }
        guard number == nil || cells.product.name != nil else {
            throw RowFault(.product, "there is no product \(name)")
        }
        guard let price = cells.unitPrice else {
            throw RowFault(.unitPrice, "“\(name)” is a new product: enter its price")
        }
        let (sku, barcode) = (rows[index].text(.sku), rows[index].text(.barcode))
        let make = { [context] in
            let product = Product(context: context)
            product.name = name
            product.price = price
            (product.sku, product.barcode) = (sku, barcode)
            return product
        }
        let product = make()
        knownCodes.change([], to: [sku, barcode], of: .row(index), name)
        own(product, by: index)
        try note(product, named: name, row: index, make: make)
        rows[index].note("new product “\(name)”")
        return product
    }

    /// Sells an item of the inventory with its line.
    private func sell(_ key: UUID, _ draft: SaleRows, _ line: SaleLine, row index: Int) throws {
        // A sale without a day is rejected.
        guard !draft.sale.isVoid, !draft.sale.isReturn, draft.sale.date != nil else { return }
        guard line.quantity == 1 else {
            throw RowFault(.quantity, "an item of the inventory is sold once")
        }
        guard let item = try Item.find(key, in: context) else {
            rows[index].note("the item is not in the inventory")
            return
        }
        if let soldDate = item.soldDate ?? soldItems[key] {
            guard soldDate == draft.sale.date else {
                throw RowFault(.itemKey, "\(item.itemName ?? "the item") was sold already")
            }
            return
        }
        own(item, by: index)
        item.soldDate = draft.sale.date
        if isInParts { soldItems[key] = draft.sale.date }
    }
}
