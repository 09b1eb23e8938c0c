import Persistence

/// What a row says about the product that it is about.
struct ProductReference {
    /// The number of its record.
    let number: Int64?
    let name: String?
    /// Its own number (SKU), and its barcode.
    let codes: [String]

    /// Whether it says nothing.
    var isEmpty: Bool { number == nil && name == nil && codes.isEmpty }

    /// The product for people: the name, or what else there is; nil for nothing.
    var text: String? { name ?? codes.first ?? number.map(String.init) }

    /// Whether a product is the one. A code goes before the number of a record, and both before a name.
    func matches(_ product: Product) -> Bool {
        let own = [product.sku, product.barcode].compactMap(\.self).map(ProductCode.init)
        if codes.contains(where: { own.contains(ProductCode($0)) }) { return true }
        if let number, product.objectID.recordNumber == number { return true }
        return hasName(of: product)
    }

    /// Whether it has the name of a product.
    func hasName(of product: Product) -> Bool {
        name != nil && name?.foldedForMatching == product.name?.foldedForMatching
    }
}

extension RowProgress {
    /// What a row says about its product.
    var productReference: ProductReference {
        let (number, name) = reference(.product)
        return ProductReference(
            number: number, name: text(.productName) ?? name,
            codes: [ImportColumn.sku, .barcode].compactMap(text))
    }
}

extension Importer {
    /// The product of the store, or of a former row, with one of the codes of a row; nil if there is none.
    func product(coded codes: [String]) throws -> Product? {
        for code in codes {
            guard let (owner, name) = try knownCodes.owner(of: code, in: context) else { continue }
            switch owner {
            case .stored(let number): return try Product.find(number, in: context)
            case .row: return try products.product(number: nil, name: name, column: .product)
            }
        }
        return nil
    }

    /// The product that a row names by its code, the number of its record or its name; nil if there is none.
    func product(_ reference: ProductReference) throws -> Product? {
        try product(coded: reference.codes)
            ?? products.product(
                number: reference.number, name: reference.name, column: .product)
    }
}
