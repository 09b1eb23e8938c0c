import Domain
import ObjectModel
import Persistence

/// The products that share a number or a barcode, or are not found by theirs. The store is only read, may be in use, and may be of any
/// version of the model.
enum SharedProductCodes {
    /// A fault for each product and number.
    ///
    /// - Throws: errors of the store.
    static func faults(in store: StoreLocation) throws -> [HouseholdFault] {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let product = model.entities.first { $0.name == "Product" }
        let keys = Set(product?.attributes.map(\.name) ?? [])
        guard keys.contains("barcode") else { return [] }
        let container = try PersistentContainer(checking: store, model)
        let faults = try container.read {
            try Product.CodeFaults($0, isKept: keys.contains("barcodeKey"))
        }
        try container.close()
        let misread = faults.misread.sorted().map {
            HouseholdFault(
                "The product “\($0)” is not found by its number or barcode: save it once more.")
        }
        return misread
            + faults.shared.map { group in
                group.sorted { ($0.name, $0.code) < ($1.name, $1.code) }
                    .map { "“\($0.name)” (\($0.code))" }.joined(separator: " and ")
            }.sorted().map {
                HouseholdFault(
                    "The products \($0) share a number: what is scanned may be either of them. Change or "
                        + "remove it in one of them.")
            }
    }
}
