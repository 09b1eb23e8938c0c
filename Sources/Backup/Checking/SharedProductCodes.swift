import Domain
import ObjectModel
import Persistence

/// The products that share a number or a barcode. The store is only read, may be in use, and may be of any
/// version of the model.
enum SharedProductCodes {
    /// A fault for each number.
    ///
    /// - Throws: errors of the store.
    static func faults(in store: StoreLocation) throws -> [HouseholdFault] {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let product = model.entities.first { $0.name == "Product" }
        guard product?.attributes.contains(where: { $0.name == "barcode" }) == true else {
            return []
        }
        let container = try PersistentContainer(checking: store, model)
        let groups = try container.read { try Product.sharingCodes(in: $0) }
        try container.close()
        return groups.map { group in
            group.sorted { ($0.name, $0.code) < ($1.name, $1.code) }
                .map { "“\($0.name)” (\($0.code))" }.joined(separator: " and ")
        }.sorted().map {
            HouseholdFault(
                "The products \($0) share a number: what is scanned may be either of them. Change or "
                    + "remove it in one of them.")
        }
    }
}
