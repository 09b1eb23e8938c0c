import Persistence

/// Which products have which numbers and barcodes, those of the store and those of a file.
struct ProductCodes {
    /// A product: one of the store by its record number, a new one by its row.
    enum Owner: Hashable {
        case stored(Int64)
        case row(Int)
    }

    private struct Holder {
        let owner: Owner
        let name: String
        /// The code as this product has it.
        let code: String
    }

    private var holders: [ProductCode: [Holder]] = [:]

    /// Reads the codes of the store, which may be of any version of the model that has them.
    ///
    /// - Throws: errors of the store.
    init(_ context: ManagedObjectContext) throws {
        var request = DictionaryFetchRequest(entityName: "Product")
        request.columns = [("self", .evaluatedObject)]
        for key in ["name", "sku", "barcode"] { request.columns.append((key, .keyPath([key]))) }
        for row in try context.fetchDictionaries(request) {
            guard case .object(let id) = row["self"], let number = id.recordNumber else { continue }
            give([row.text("sku"), row.text("barcode")], to: .stored(number), row.text("name"))
        }
    }

    /// The products of the store that share a code, each with the code as it has it.
    var shared: [[(name: String, code: String)]] {
        holders.values.filter { Set($0.map(\.owner)).count > 1 }.map { holders in
            var known: Set<Owner> = []
            return holders.filter { known.insert($0.owner).inserted }.map { ($0.name, $0.code) }
        }
    }

    /// The product that has a code, and its name; nil if there is none.
    func owner(of code: String) -> (owner: Owner, name: String)? {
        holders[ProductCode(code)]?.first.map { ($0.owner, $0.name) }
    }

    /// The name of another product that has a code; nil if there is none.
    func holder(of code: String, otherThan owner: Owner) -> String? {
        holders[ProductCode(code)]?.first { $0.owner != owner }?.name
    }

    /// Takes note of the codes that a product has from now on.
    mutating func change(_ former: [String?], to codes: [String?], of owner: Owner, _ name: String)
    {
        for code in former.compactMap(\.self) {
            holders[ProductCode(code)]?.removeAll { $0.owner == owner }
        }
        give(codes, to: owner, name)
    }

    private mutating func give(_ codes: [String?], to owner: Owner, _ name: String) {
        for code in codes.compactMap(\.self) where !code.isEmpty {
            holders[ProductCode(code), default: []].append(
                Holder(owner: owner, name: name, code: code))
        }
    }
}
