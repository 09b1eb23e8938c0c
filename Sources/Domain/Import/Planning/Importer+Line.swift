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
    func takeLine(_ draft: SaleRows) throws {
        draft.rowCount += 1
        let position = row.whole(.position, in: 1...Int64(Self.mostLines))
        let place = position.map { Int($0) } ?? draft.rowCount
        label(sale: draft.isUnnumbered ? nil : draft.sale.number, line: place)
        row.isNew = draft.isNew || place > draft.lines.count
        let cells = try lineCells()
        guard !row.row.isShifted, !row.isAtFault(.position) else { return }
        if let discount = cells.saleDiscount {
            if let other = draft.discount, other != discount {
                return row.fail(
                    .saleDiscount, "another line of the sale has \(other.plainText)")
            }
            draft.discount = discount
        }
        guard place <= Self.mostLines, place <= draft.lines.count + 1 else {
            return row.fail(
                .position,
                "sale \(draft.sale.number) has \(draft.lines.count) lines; the next one is "
                    + "\(draft.lines.count + 1), and \(Self.mostLines) the last")
        }
        guard place <= draft.lines.count else {
            _ = try attempt { try addLine(cells, draft) }
            return
        }
        let line = draft.lines[place - 1]
        if let other = owner(of: line), other != index {
            return try refuse(sameAs: other, "line of the sale", .position)
        }
        own(line)
        _ = try attempt { try change(line, cells, draft) }
    }

    /// Finds the faults of the cells about a line that do not depend on records.
    func readLineCells() throws {
        _ = row.whole(.position, in: 1...Int64(Self.mostLines))
        _ = try lineCells()
    }

    private func lineCells() throws -> LineCells {
        var cells = LineCells(product: row.productReference)
        cells.quantity = row.quantity(.quantity, in: Self.quantities)
        cells.unitPrice = row.money(.unitPrice, in: currency)
        cells.cost = row.money(.cost, in: currency)
        cells.discount = discount(.discount)
        cells.saleDiscount = discount(.saleDiscount)
        cells.taxRate = try taxRate()
        if let text = row.text(.itemKey) {
            cells.itemKey = UUID(uuidString: text)
            if cells.itemKey == nil { row.fail(.itemKey, "it is not the key of an item") }
        }
        return cells
    }

    private func addLine(_ cells: LineCells, _ draft: SaleRows) throws {
        if let lock = draft.lock { throw RowFault(nil, lock) }
        guard !cells.product.isEmpty else { throw RowFault(.product, "a value is missing") }
        let product = try product(cells)
        let line = SaleLine(context: context)
        own(line)
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
        if let key = cells.itemKey { try sell(key, draft, line) }
    }

    /// A return may have a fraction if the sale had one, even if the unit of the product has
    /// changed.
    private func checkQuantity(of line: SaleLine) throws(RowFault) {
        guard line.sale?.isReturn != true,
            let fault = line.product?.fault(ofPlaces: line.quantity ?? 0)
        else { return }
        throw RowFault(.quantity, fault)
    }

    private func change(_ line: SaleLine, _ cells: LineCells, _ draft: SaleRows) throws {
        let former = row.changes.count
        if !cells.product.isEmpty, !(line.product.map(cells.product.matches) ?? false) {
            relate(\.product, of: line, .product, to: try product(cells), text: \.name)
        }
        if let quantity = cells.quantity, quantity != line.quantity {
            set(\.quantity, of: line, .quantity, to: quantity, as: .quantity)
            try checkQuantity(of: line)
        }
        let money = CellFormat<Decimal>.money(currency)
        set(
            \.unitPrice, of: line, .unitPrice, to: cells.unitPrice, as: money, keepsIfEmpty: true)
        set(\.unitCost, of: line, .cost, to: cells.cost, as: money, keepsIfEmpty: true)
        // A return keeps discounts and tax of its sale.
        if !draft.sale.isReturn {
            setDiscount(of: line, .discount, to: cells.discount)
            if let rate = cells.taxRate {
                relate(\.taxRate, of: line, .taxRate, to: rate, text: { $0.title })
            }
            setDiscount(of: draft.sale, .saleDiscount, to: cells.saleDiscount)
        }
        if let item = cells.itemKey, item != line.itemKey {
            throw RowFault(.itemKey, "the item of an existing line cannot be changed")
        }
        guard row.changes.count > former else { return }
        if let lock = draft.lock { throw RowFault(nil, lock) }
        if line.itemKey != nil, line.quantity != 1 {
            throw RowFault(.quantity, "an item of the inventory is sold once")
        }
    }

    /// Sets a discount; an amount of zero removes it, and nil leaves it.
    private func setDiscount<Object: Discounted>(
        of object: Object, _ column: ImportColumn, to discount: Discount?
    ) {
        let new: Discount?? = discount.map { $0 == .cents(0) ? nil : $0 }
        set(\Object.discount, of: object, column, to: new) { $0?.plainText ?? "" }
    }

    /// The discount: a percentage with its sign, or an amount; nil if the cell is empty or invalid.
    func discount(_ column: ImportColumn) -> Discount? {
        guard let text = row.text(column) else { return nil }
        if text.contains("%") {
            return row.read(column, Percent.init(parsing:)).map(Discount.percent)
        }
        guard let amount = row.money(column, in: currency) else { return nil }
        if let discount = Discount(amount) { return discount }
        row.fail(column, "“\(text.prefix(40))” is not an amount with two decimal places at most")
        return nil
    }

    /// The tax rate of a row; nil for none.
    func taxRate() throws -> TaxRate? {
        guard let text = row.text(.taxRate) else { return nil }
        let rates = try knownTaxRates ?? TaxRate.all(in: context)
        knownTaxRates = rates
        if let rate = rates.first(where: { $0.title == text }) { return rate }
        // JSON has the record number.
        if let number = Int64(text),
            let rate = rates.first(where: { $0.objectID.recordNumber == number })
        {
            return rate
        }
        if let rate = rates.first(where: { !$0.isRetired && $0.name == text }) { return rate }
        row.fail(
            .taxRate, "there is no tax rate “\(text.prefix(60))”; add it on the page of the shop")
        return nil
    }

    /// The product of a row, which may be new.
    private func product(_ cells: LineCells) throws -> Product {
        let (number, name) = (cells.product.number, cells.product.name)
        if let coded = try product(coded: cells.product.codes) {
            if let name, !cells.product.hasName(of: coded) {
                row.note("“\(name)” is “\(coded.name ?? "")” here; the number counts")
            }
            return coded
        }
        let found = try products.product(number: number, name: name, column: .product)
        if let found {
            if let code = cells.product.codes.first {
                row.note("“\(code)” is not a number of “\(found.name ?? "")”")
            }
            if let number, let name, try products.isRenamed(number: number, name: name) {
                row.note(
                    found.objectID.recordNumber == number
                        ? "product \(number) is “\(found.name ?? "")” now"
                        : "product \(number) is another one here; the name counts")
            }
            return found
        }
        if let code = cells.product.codes.first, name == nil, number == nil {
            throw RowFault(
                row.text(.sku) == nil ? .barcode : .sku,
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
        let (sku, barcode) = (row.text(.sku), row.text(.barcode))
        let make = { [context] in
            let product = Product.make(name, price: price, in: context)
            (product.sku, product.barcode) = (sku, barcode)
            return product
        }
        let product = make()
        knownCodes.change([], to: [sku, barcode], of: .row(index), name)
        own(product)
        try products.add(known(product, make), named: name)
        row.note("new product “\(name)”")
        return product
    }

    /// Sells an item of the inventory with its line.
    private func sell(_ key: UUID, _ draft: SaleRows, _ line: SaleLine) throws {
        // A sale without a day is rejected.
        guard !draft.sale.isVoid, !draft.sale.isReturn, draft.sale.date != nil else { return }
        guard line.quantity == 1 else {
            throw RowFault(.quantity, "an item of the inventory is sold once")
        }
        guard let item = try Item.find(key, in: context) else {
            row.note("the item is not in the inventory")
            return
        }
        if let soldDate = item.soldDate ?? soldItems[key] {
            guard soldDate == draft.sale.date else {
                throw RowFault(.itemKey, "\(item.itemName ?? "the item") was sold already")
            }
            return
        }
        own(item)
        item.soldDate = draft.sale.date
        if isInParts { soldItems[key] = draft.sale.date }
    }
}
