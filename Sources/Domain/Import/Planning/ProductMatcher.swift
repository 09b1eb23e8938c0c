import Foundation
import Persistence

/// Finds the products of rows, in the store and in the file.
final class ProductMatcher {
    private let context: ManagedObjectContext
    private var names: [Int64: String] = [:]
    /// The record numbers by folded name, offered products first.
    private var byName: [String: [Int64]] = [:]
    private var added: [String: CreatedRecord] = [:]

    init(_ context: ManagedObjectContext) throws {
        self.context = context
        var request = DictionaryFetchRequest(entityName: "Product")
        request.columns = [
            ("self", .evaluatedObject), ("name", .keyPath(["name"])),
            ("retiredAt", .keyPath(["retiredAt"])),
        ]
        for row in try context.fetchDictionaries(request) {
            guard case .object(let id) = row["self"], let number = id.recordNumber,
                case .string(let name) = row["name"]
            else { continue }
            names[number] = name
            var numbers = byName[name.foldedForMatching] ?? []
            let isRetired = if case .date = row["retiredAt"] { true } else { false }
            numbers.insert(number, at: isRetired ? numbers.count : 0)
            byName[name.foldedForMatching] = numbers
        }
    }

    /// Adds a new product.
    func add(_ product: CreatedRecord, named name: String) {
        added[name.foldedForMatching] = product
    }

    /// The product of a row; nil for a new one. If number and name belong to two products, the name
    /// decides in a line.
    ///
    /// - Throws: ``RowFault`` if a product would get the name of another one, and errors of the
    ///   store.
    func product(number: Int64?, name: String?, column: ImportColumn) throws -> Product? {
        let key = name?.foldedForMatching ?? ""
        let sameName = byName[key] ?? []
        func namesake() throws -> Product? {
            if let first = sameName.first { return try Product.find(first, in: context) }
            return try added[key]?.current()
        }
        guard let number, let known = names[number] else { return try namesake() }
        if name != nil, !sameName.contains(number), let other = try namesake() {
            guard column == .id else { return other }
            throw RowFault(
                column, "product \(number) is “\(known)”, and “\(name ?? "")” is another one")
        }
        return try Product.find(number, in: context)
    }

    /// Whether a product has another name.
    func isRenamed(number: Int64, name: String) -> Bool {
        names[number].map { $0.foldedForMatching != name.foldedForMatching } ?? false
    }
}

/// The cells of a row that identify its product.
struct ProductReference {
    /// The record number.
    let number: Int64?
    let name: String?
    /// The SKU and the barcode.
    let codes: [String]

    /// Whether all cells are empty.
    var isEmpty: Bool { number == nil && name == nil && codes.isEmpty }

    /// The name, or else a code or the number; nil for none.
    var text: String? { name ?? codes.first ?? number.map(String.init) }

    /// Whether a product matches. A code has priority over the record number, and both over the name.
    func matches(_ product: Product) -> Bool {
        let own = [product.sku, product.barcode].compactMap(\.self).map(ProductCode.init)
        if codes.contains(where: { own.contains(ProductCode($0)) }) { return true }
        if let number, product.objectID.recordNumber == number { return true }
        return hasName(of: product)
    }

    /// Whether the name is that of a product.
    func hasName(of product: Product) -> Bool {
        name != nil && name?.foldedForMatching == product.name?.foldedForMatching
    }
}

extension RowProgress {
    /// The cells of the row that identify its product.
    var productReference: ProductReference {
        let (number, name) = reference(.product)
        return ProductReference(
            number: number, name: text(.productName) ?? name,
            codes: [ImportColumn.sku, .barcode].compactMap(text))
    }
}

extension Importer {
    /// The product of the store, or of an earlier row, with one of the codes; nil if there is none.
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

    /// The product with the code, the record number or the name of a row; nil if there is none.
    func product(_ reference: ProductReference) throws -> Product? {
        try product(coded: reference.codes)
            ?? products.product(number: reference.number, name: reference.name, column: .product)
    }
}
