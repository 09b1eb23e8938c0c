import Foundation
import Persistence

extension Importer {
    /// Adds or updates a product.
    func importProduct() throws {
        let number = row.number(.id)
        let name = row.text(.name)
        row.label = name ?? ""
        if let reason = row.row.leftOut { return row.note(reason) }
        let price = row.money(.price, in: currency)
        let retiredAt = row.date(.retiredAt)
        row.label = name ?? number.map { "Product \($0)" } ?? ""
        guard !row.row.isShifted, !row.isAtFault(.id) else { return }
        var found: Product?
        do {
            found = try products.product(number: number, name: name, column: .id)
        } catch let fault as RowFault {
            return row.fail(fault)
        }
        let make = { [context] in Product(context: context) }
        let product = found ?? make()
        if let other = owner(of: product) { return try refuse(sameAs: other, "product") }
        own(product)
        if found == nil {
            row.isNew = true
            // Another row with the same name is rejected.
            if let name { try products.add(known(product, make), named: name) }
            if price == nil { row.fail(.price, "a value is missing for a new product") }
        } else if row.isEmpty(.price) {
            row.fail(.price, "a value is missing")
        }
        set(\.name, of: product, .name, as: .line)
        set(\.price, of: product, .price, to: price, as: .money(currency))
        set(\.retiredAt, of: product, .retiredAt, to: retiredAt)
        if row.isEmpty(.retiredAt), let former = product.retiredAt {
            noteChange(.retiredAt, from: ImportDate.text(former), to: "")
            product.retiredAt = nil
        }
        try setCodes(of: product)
        try set(Product.plainTexts, of: product)
        try setCategory(of: product)
        if row.has(.taxRate) {
            let rate = try taxRate()
            if !row.isAtFault(.taxRate) {
                relate(\.taxRate, of: product, .taxRate, to: rate, text: { $0.title })
            }
        }
        set(\.cost, of: product, .cost, as: .money(currency))
        setStock(of: product)
        set(
            \.lowStock, of: product, .lowStock, as: .quantity(in: 0...Product.mostPieces),
            refusing: product.fault(ofPlaces:))
    }

    /// Sets the number and the barcode of a product, unless another product has them.
    private func setCodes(of product: Product) throws {
        let columns = [(ImportColumn.sku, \Product.sku), (.barcode, \Product.barcode)]
        guard columns.contains(where: { row.has($0.0) }) else { return }
        let owner =
            row.isNew ? ProductCodes.Owner.row(index) : .stored(product.savedNumber)
        let former = [product.sku, product.barcode]
        for (column, keyPath) in columns {
            let code = row.text(column)
            if let code, let own = product[keyPath: keyPath], ProductCode(own) == ProductCode(code)
            {
                // Its own code stays as typed, even if another product of an old store has it too.
                continue
            }
            if let code, let other = try knownCodes.holder(of: code, otherThan: owner, in: context)
            {
                row.fail(column, "“\(other)” has it already")
            } else {
                set(keyPath, of: product, column, as: .line)
            }
        }
        knownCodes.change(
            former, to: [product.sku, product.barcode], of: owner, product.name ?? "")
    }

    /// Sets the category of a product, created if there is none.
    private func setCategory(of product: Product) throws {
        guard row.has(.category) else { return }
        let name = row.text(.category)
        guard product.category?.name?.foldedForMatching != name?.foldedForMatching else { return }
        let category = try name.map { try ProductCategory.named($0, makingIn: context) }
        if let category, category.isInserted { own(category) }
        relate(\.category, of: product, .category, to: category, text: \.name)
    }

    /// Sets the stock of a product that is not counted yet. For others the table may be older than
    /// the latest sales; they are counted on their page.
    private func setStock(of product: Product) {
        guard let pieces = row.quantity(.stock, in: Self.stocks) else { return }
        guard !product.isStocked else {
            if product.stock != pieces {
                let stock = Quantity.text(product.stockLevel)
                row.note("the stock stays \(stock): count it on the product’s page")
            }
            return
        }
        if let fault = product.fault(ofPlaces: pieces) { return row.fail(.stock, fault) }
        own(product.begin(withStock: pieces, in: context))
        noteChange(.stock, from: "", to: Quantity.text(pieces))
    }
}
