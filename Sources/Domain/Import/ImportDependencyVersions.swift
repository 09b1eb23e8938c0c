import Persistence
import Synchronization

/// Counts the saves that change records on which imports depend.
final class ImportDependencyVersions: Sendable {
    private let counts = Mutex<[ImportDependency: Int]>([:])

    /// The version of some dependencies. Every save that changes one of them increases it.
    func version(of dependencies: Set<ImportDependency>) -> Int {
        counts.withLock { counts in dependencies.reduce(0) { $0 + (counts[$1] ?? 0) } }
    }

    /// Counts a save of this process, before it is made.
    func raise(_ save: PendingSave) { raise(save.context.changedImportDependencies) }

    /// Counts a save of another process.
    func raise(others saved: SavedChanges) {
        let known = Set(saved.entities.compactMap(\.importDependency))
        raise(saved.isPartial ? Set(ImportDependency.allCases) : known)
    }

    private func raise(_ dependencies: Set<ImportDependency>) {
        counts.withLock { counts in
            for dependency in dependencies { counts[dependency, default: 0] += 1 }
        }
    }
}

extension EntityName {
    fileprivate var importDependency: ImportDependency? {
        switch self {
        case .customer, .product, .creditCard, .sale, .saleLine, .invoice:
            .sales
        case .item, .assetType: .items
        case .groceryItem: .groceries
        case .book, .bookCategory: .books
        default: nil
        }
    }
}

extension ManagedObjectContext {
    /// The dependencies of imports that the next save changes: customers, products, earlier sales, and
    /// attributes by which records of lists are found. New sales of known customers and products
    /// change none.
    var changedImportDependencies: Set<ImportDependency> {
        let objects =
            deletedObjects.filter { !($0 is Item) }
            + insertedObjects.filter(\.isImportDependencyIfNew)
            + updatedObjects.filter(\.changesImportDependency)
        return Set(objects.compactMap(\.importDependency))
    }
}

extension ManagedObject {
    fileprivate var importDependency: ImportDependency? {
        switch self {
        case is Customer, is Product, is CreditCard, is Sale, is SaleLine, is ClosedDay,
            is Invoice:
            .sales
        case is Item, is AssetType: .items
        case is GroceryItem: .groceries
        case is Book, is BookCategory: .books
        case is Place: .places
        default: nil
        }
    }

    fileprivate var isImportDependencyIfNew: Bool {
        switch self {
        case is Customer, is Product, is CreditCard, is Item, is AssetType, is GroceryItem,
            is Book, is BookCategory, is Place, is ClosedDay, is Invoice:
            true
        case let sale as Sale: sale.isReturn
        default: false
        }
    }

    fileprivate var changesImportDependency: Bool {
        switch self {
        case is Customer: changes("name", "emailid", "contactno")
        case is Product: changes("name", "price", "retiredAt")
        case is Item: changes("itemName", "itemKey", "serialNumber")
        case is AssetType: changes("label")
        case is GroceryItem: changes("name", "unit")
        case is Book: changes("title")
        case is BookCategory, is Place: changes("name")
        case is Sale, is SaleLine, is CreditCard: !changedValues.isEmpty
        default: false
        }
    }

    private func changes(_ keys: String...) -> Bool {
        let changed = changedValues
        return keys.contains { changed[$0] != nil }
    }
}
