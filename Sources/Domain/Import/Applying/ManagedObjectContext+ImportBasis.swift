import Persistence

extension ManagedObjectContext {
    /// Whether the next save changes what an import goes by: anything in customers, products and
    /// earlier sales. New sales of customers and products that are there change nothing of it, and
    /// items have versions of their own.
    var changesImportBasis: Bool {
        deletedObjects.contains { !($0 is Item) }
            || insertedObjects.contains(where: \.isImportBasisIfNew)
            || updatedObjects.contains(where: \.changesImportBasis)
    }
}

extension ManagedObject {
    fileprivate var isImportBasisIfNew: Bool {
        switch self {
        case is Customer, is Product, is CreditCard: true
        case let sale as Sale: sale.isReturn
        default: false
        }
    }

    fileprivate var changesImportBasis: Bool {
        switch self {
        case is Customer: changes("name", "emailid", "contactno")
        case is Product: changes("name", "price", "retiredAt")
        case is Sale, is SaleLine, is CreditCard: !changedValues.isEmpty
        default: false
        }
    }

    private func changes(_ keys: String...) -> Bool {
        let changed = changedValues
        return keys.contains { changed[$0] != nil }
    }
}
