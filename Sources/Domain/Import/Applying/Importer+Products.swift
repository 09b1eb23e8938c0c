import Foundation
import Persistence

extension Importer {
    /// Adds or updates a product.
    func importProduct(_ index: Int) throws {
        let number = rows[index].number(.id)
        let name = rows[index].text(.name)
        if let reason = rows[index].row.leftOut {
            rows[index].label = name ?? ""
            return rows[index].note(reason)
        }
        let price = rows[index].money(.price, in: currency)
        let retiredAt = rows[index].date(.retiredAt)
        rows[index].label = name ?? number.map { "Product \($0)" } ?? ""
        guard !rows[index].row.isShifted, !rows[index].isAtFault(.id) else { return }
        var found: Product?
        do {
            found = try products.product(number: number, name: name, column: .id)
        } catch let fault as RowFault {
            return rows[index].fail(fault)
        }
        let make = { [context] in Product(context: context) }
        let product = found ?? make()
        if let other = row(of: product) {
            let line = try line(of: other)
            rows[index].fail(nil, "line \(line) is about the same product")
            return
        }
        own(product, by: index)
        if found == nil {
            rows[index].isNew = true
            // Another row with the same name is rejected.
            if let name { try note(product, named: name, row: index, make: make) }
            if price == nil { rows[index].fail(.price, "a value is missing for a new product") }
        } else if rows[index].isEmpty(.price) {
            rows[index].fail(.price, "a value is missing")
        }
        if rows[index].row.text(.name) != nil {
            set(\.name, of: product, .name, to: name, row: index)
        }
        setPrice(of: product, to: price, row: index)
        setRetirement(of: product, to: retiredAt, row: index)
        try setCodes(of: product, row: index)
        try setTexts(Product.plainTexts, of: product, row: index)
        try setCategory(of: product, row: index)
        if rows[index].row.text(.taxRate) != nil { try setTaxRate(of: product, row: index) }
        setCost(of: product, row: index)
        setStock(of: product, row: index)
        setLowStock(of: product, row: index)
    }

    /// Sets the number and the barcode of a product, unless another product has them.
    private func setCodes(of product: Product, row index: Int) throws {
        let columns = [(ImportColumn.sku, \Product.sku), (.barcode, \Product.barcode)]
        guard columns.contains(where: { rows[index].row.text($0.0) != nil }) else { return }
        let owner =
            rows[index].isNew
            ? ProductCodes.Owner.row(index)
            : .stored(product.objectID.recordNumber ?? 0)
        let former = [product.sku, product.barcode]
        for (column, keyPath) in columns {
            let code = rows[index].text(column)
            if let code, let own = product[keyPath: keyPath],
                ProductCode(own) == ProductCode(code)
            {
                // Its own code stays as typed, even if another product of an old store has it too.
                continue
            }
            if let code, let other = try knownCodes.holder(of: code, otherThan: owner, in: context)
            {
                rows[index].fail(column, "“\(other)” has it already")
            } else {
                setText(keyPath, of: product, column, row: index)
            }
        }
        knownCodes.change(
            former, to: [product.sku, product.barcode], of: owner, product.name ?? "")
    }

    private func setText(
        _ keyPath: ReferenceWritableKeyPath<Product, String?>, of product: Product,
        _ column: ImportColumn, row index: Int
    ) {
        guard rows[index].row.text(column) != nil else { return }
        set(keyPath, of: product, column, to: rows[index].text(column), row: index)
    }

    /// Sets the category of a product, created if there is none.
    private func setCategory(of product: Product, row index: Int) throws {
        guard rows[index].row.text(.category) != nil else { return }
        let (former, name) = (product.category?.name, rows[index].text(.category))
        guard former?.foldedForMatching != name?.foldedForMatching else { return }
        rows[index].note(.category, from: former ?? "", to: name ?? "")
        guard let name else {
            product.category = nil
            return
        }
        let category = try ProductCategory.named(name, makingIn: context)
        if category.isInserted { own(category, by: index) }
        product.category = category
    }

    private func setCost(of product: Product, row index: Int) {
        guard rows[index].row.text(.cost) != nil else { return }
        let cost = rows[index].money(.cost, in: currency)
        guard !rows[index].isAtFault(.cost), product.cost != cost else { return }
        rows[index].note(
            .cost, from: product.cost.map(Money.plainText) ?? "",
            to: cost.map(Money.plainText) ?? "")
        product.cost = cost
    }

    private func setTaxRate(of product: Product, row index: Int) throws {
        let rate = try taxRate(row: index)
        guard !rows[index].isAtFault(.taxRate), rate !== product.taxRate else { return }
        rows[index].note(.taxRate, from: product.taxRate?.title ?? "", to: rate?.title ?? "")
        product.taxRate = rate
    }

    /// Sets the stock of a product that is not counted yet. For others the table may be older than
    /// the latest sales; they are counted on their page.
    private func setStock(of product: Product, row index: Int) {
        guard let pieces = rows[index].quantity(.stock, in: Self.stocks) else { return }
        guard !product.isStocked else {
            if product.stock != pieces {
                let stock = Quantity.text(product.stockLevel)
                rows[index].note("the stock stays \(stock): count it on the product’s page")
            }
            return
        }
        if let fault = product.fault(ofPlaces: pieces) { return rows[index].fail(.stock, fault) }
        own(product.begin(withStock: pieces, in: context), by: index)
        rows[index].note(.stock, from: "", to: Quantity.text(pieces))
    }

    private func setLowStock(of product: Product, row index: Int) {
        guard rows[index].row.text(.lowStock) != nil else { return }
        let least = rows[index].quantity(.lowStock, in: 0...Product.mostPieces)
        guard !rows[index].isAtFault(.lowStock), product.lowStock != least else { return }
        if let fault = least.flatMap({ product.fault(ofPlaces: $0) }) {
            return rows[index].fail(.lowStock, fault)
        }
        rows[index].note(
            .lowStock, from: product.lowStock.map(Quantity.text) ?? "",
            to: least.map(Quantity.text) ?? "")
        product.lowStock = least
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
