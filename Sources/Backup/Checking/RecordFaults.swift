import Domain
import ObjectModel
import Persistence

/// Finds stored values that do not match the records, so that lists find, sort or total them
/// wrongly, and products that share a number. The store is only read, may be in use, and may have
/// any version of the model: missing attributes are skipped.
enum RecordFaults {
    /// All faults, by sales, items, products, customers and places.
    ///
    /// - Throws: errors of the store.
    static func faults(in store: StoreLocation) throws -> [HouseholdFault] {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        func has(_ attribute: String, of entity: String) -> Bool {
            model.entities.first { $0.name == entity }?
                .attributes.contains { $0.name == attribute } == true
        }
        let container = try PersistentContainer(checking: store, model)
        var faults = try container.read { context in
            var faults: [HouseholdFault] = []
            if has("countedThousandths", of: "SaleLine") { faults += try sales(in: context) }
            if has("totalValueCents", of: "Item") { faults += try items(in: context) }
            if has("barcode", of: "Product") {
                faults += products(
                    try Product.CodeFaults(context, isKept: has("barcodeKey", of: "Product")))
            }
            if has("contactDigits", of: "Customer"), has("countedThousandths", of: "SaleLine") {
                faults += try customers(in: context)
            }
            if has("hasFavorites", of: "Place") { faults += try places(in: context) }
            return faults
        }
        if FirstPhotos.areRecords(in: model) { faults += try covers(in: container) }
        try container.close()
        return faults
    }

    private static func sales(in context: ManagedObjectContext) throws -> [HouseholdFault] {
        try Sale.miscounted(in: context).map { number in
            HouseholdFault(
                "Sale \(number) has a stored total that differs from its lines.",
                .count(sale: number))
        }
    }

    private static func items(in context: ManagedObjectContext) throws -> [HouseholdFault] {
        try Item.withWrongFigures(in: context).map { key, name in
            HouseholdFault(
                "“\(name)” has a stored value for lists and totals that is out of date.",
                .figures(ofItem: key))
        }
    }

    private static func places(in context: ManagedObjectContext) throws -> [HouseholdFault] {
        try Place.withOtherFavorites(in: context).map { number, name in
            HouseholdFault(
                "The album “\(name)” is stored as having favorites or none, unlike its photos.",
                .favorites(ofPlace: number))
        }
    }

    private static func covers(in container: PersistentContainer) throws -> [HouseholdFault] {
        try Item.withWrongCover(in: container).map { key, name in
            HouseholdFault(
                "The thumbnail of “\(name)” in lists is not that of its first photo.",
                .cover(ofItem: key))
        }
    }

    /// Products that older versions took for different ones, since they compared numbers
    /// differently.
    private static func products(_ faults: Product.CodeFaults) -> [HouseholdFault] {
        let misread = faults.misread.sorted().map {
            HouseholdFault(
                "The product “\($0)” is not found by its number or barcode: save it again.")
        }
        let groups = faults.shared.map { group in
            group.sorted { ($0.name, $0.code) < ($1.name, $1.code) }
                .map { "“\($0.name)” (\($0.code))" }.joined(separator: " and ")
        }
        return misread
            + groups.sorted().map {
                HouseholdFault(
                    "The products \($0) share a number, so a scan cannot tell them apart. Change or "
                        + "remove it in one of them.")
            }
    }

    private static func customers(in context: ManagedObjectContext) throws -> [HouseholdFault] {
        try Customer.withOutdatedValues(in: context).map { number, name in
            HouseholdFault(
                "What is stored for the search and the sums of the customer “\(name)” (\(number)) is "
                    + "out of date.", .values(ofCustomer: number))
        }
    }
}
