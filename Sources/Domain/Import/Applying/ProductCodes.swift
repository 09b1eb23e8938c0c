import Persistence

/// Which products have which numbers and barcodes, those of the store and those of the file.
struct ProductCodes {
    /// A product: one of the store by its record number, a new one by its row.
    enum Owner: Hashable {
        case stored(Int64)
        case row(Int)
    }

    private var owners: [String: [(owner: Owner, name: String)]] = [:]

    /// Reads the codes of the store.
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

    /// The name of another product that has a code; nil if there is none.
    func holder(of code: String, otherThan owner: Owner) -> String? {
        owners[code.lowercased()]?.first { $0.owner != owner }?.name
    }

    /// Takes note of the codes that a product has from now on.
    mutating func change(_ former: [String?], to codes: [String?], of owner: Owner, _ name: String)
    {
        for code in former.compactMap(\.self) {
            owners[code.lowercased()]?.removeAll { $0.owner == owner }
        }
        give(codes, to: owner, name)
    }

    private mutating func give(_ codes: [String?], to owner: Owner, _ name: String) {
        for code in codes.compactMap(\.self) where !code.isEmpty {
            owners[code.lowercased(), default: []].append((owner, name))
        }
    }
}
