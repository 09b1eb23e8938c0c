import Foundation
import Persistence

/// Finds the products that rows are about, among those of the store and those of the file.
struct ProductMatcher {
    private let context: ManagedObjectContext
    private var names: [Int64: String] = [:]
    /// The record numbers by folded name, those on sale first.
    private var byName: [String: [Int64]] = [:]
    private var added: [String: MadeRecord<Product>] = [:]

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
            let isRetired = if case .date = row["retiredAt"] { true } else { false }
            let key = name.foldedForMatching
            if isRetired {
                byName[key, default: []].append(number)
            } else {
                byName[key, default: []].insert(number, at: 0)
            }
        }
    }

    /// Takes note of a new product.
    mutating func add(_ product: MadeRecord<Product>, named name: String) {
        added[name.foldedForMatching] = product
    }

    /// Lets the new products go, to be brought back when a row is about them.
    func letGo() {
        for product in added.values { product.letGo() }
    }

    /// The product that a row is about; nil if it is a new one. Where number and name are of two
    /// products, a line goes by the name.
    ///
    /// - Throws: ``RowFault`` if a product would get the name of another one, and errors of the
    ///   store.
    func product(number: Int64?, name: String?, column: ImportColumn) throws -> Product? {
        let key = name?.foldedForMatching
        let sameName = key.flatMap { byName[$0] } ?? []
        if let number, let known = names[number] {
            if name == nil || sameName.contains(number) {
                return try Product.find(number, in: context)
            }
            let other =
                try sameName.first.map { try Product.find($0, in: context) }
                ?? key.flatMap { try added[$0]?.current() }
            if column != .id {
                if let other { return other }
            } else if other != nil {
                throw RowFault(
                    column, "product \(number) is “\(known)”, and “\(name ?? "")” is another one")
            }
            return try Product.find(number, in: context)
        }
        if let first = sameName.first { return try Product.find(first, in: context) }
        return try key.flatMap { try added[$0]?.current() }
    }

    /// Whether a product has another name.
    func isRenamed(number: Int64, name: String) -> Bool {
        names[number].map { $0.foldedForMatching != name.foldedForMatching } ?? false
    }
}
