import Domain
import ObjectModel
import Persistence

/// The customers in whom something else is stored than the program makes of their numbers and sales, so that lists
/// find and sort them wrongly. The store is only read, may be in use, and may be of any version of the model.
enum OutdatedCustomers {
    /// A fault for each customer.
    ///
    /// - Throws: errors of the store.
    static func faults(in store: StoreLocation) throws -> [HouseholdFault] {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let customer = model.entities.first { $0.name == "Customer" }
        guard customer?.attributes.contains(where: { $0.name == "contactDigits" }) == true else {
            return []
        }
        let container = try PersistentContainer(checking: store, model)
        let found = try container.read { try Customer.withOutdatedValues(in: $0) }
        try container.close()
        return found.map { number, name in
            HouseholdFault(
                "What is stored for the search and the sums of the customer “\(name)” (\(number)) is "
                    + "out of date.", .values(ofCustomer: number))
        }
    }
}
