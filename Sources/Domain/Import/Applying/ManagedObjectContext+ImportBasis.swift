import Persistence

extension ManagedObjectContext {
    /// What imports go by that the next save changes: anything in customers, products and earlier sales,
    /// and what records of lists are found by. New sales of customers and products that are there change
    /// nothing of it, and what else is changed has versions of its own.
    var changedImportBases: Set<ImportBasis> {
        let objects =
            deletedObjects.filter { !($0 is Item) }
            + insertedObjects.filter(\.isImportBasisIfNew)
            + updatedObjects.filter(\.changesImportBasis)
        return Set(objects.compactMap(\.importBasis))
    }
}

extension ManagedObject {
    fileprivate var importBasis: ImportBasis? {
        switch self {
        case is Customer, is Product, is CreditCard, is Sale, is SaleLine, is ClosedDay,
            is Invoice, is Quote:
            .sales
        case is Item, is AssetType: .items
        case is GroceryItem: .groceries
        case is Book, is BookCategory: .books
        case is Place: .places
        default: nil
        }
    }

    fileprivate var isImportBasisIfNew: Bool {
        switch self {
        case is Customer, is Product, is CreditCard, is Item, is AssetType, is GroceryItem,
            is Book, is BookCategory, is Place, is ClosedDay, is Invoice,
            is Quote:
            true
        case let sale as Sale: sale.isReturn
        default: false
        }
    }

    fileprivate var changesImportBasis: Bool {
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
