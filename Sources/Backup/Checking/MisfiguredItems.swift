import Domain
import ObjectModel
import Persistence

/// The items that lists would count, add up or find wrongly. The store is only read, may be in use, and may be of any
/// version of the model.
enum MisfiguredItems {
    /// A fault for each item.
    ///
    /// - Throws: errors of the store.
    static func faults(in store: StoreLocation) throws -> [HouseholdFault] {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let item = model.entities.first { $0.name == "Item" }
        guard item?.attributes.contains(where: { $0.name == "valueCents" }) == true else {
            return []
        }
        let container = try PersistentContainer(checking: store, model)
        let items = try container.read { try Item.withWrongFigures(in: $0) }
        try container.close()
        return items.map { key, name in
            HouseholdFault(
                "“\(name)” counts for something else in lists and totals than what it is.",
                .figures(ofItem: key))
        }
    }
}
