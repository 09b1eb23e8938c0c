import Domain
import ObjectModel
import Persistence

/// The sales that totals would add up wrongly. The store is only read, may be in use, and may be of any version of
/// the model.
enum MiscountedSales {
    /// A fault for each sale.
    ///
    /// - Throws: errors of the store.
    static func faults(in store: StoreLocation) throws -> [HouseholdFault] {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let line = model.entities.first { $0.name == "SaleLine" }
        guard line?.attributes.contains(where: { $0.name == "countedCents" }) == true else {
            return []
        }
        let container = try PersistentContainer(checking: store, model)
        let numbers = try container.read { try Sale.miscounted(in: $0) }
        try container.close()
        return numbers.map { number in
            HouseholdFault(
                "Sale \(number) counts for something else in totals than what its lines come to.",
                .count(sale: number))
        }
    }
}
