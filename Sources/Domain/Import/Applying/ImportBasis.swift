/// Records by which an import goes: whoever changes some of them meanwhile makes it be done again.
enum ImportBasis: Sendable, Hashable, CaseIterable {
    /// Customers, products and sales, with their lines.
    case sales
    /// Items and their types.
    case items
    case groceries
    /// Books and their categories.
    case books
    case places
}

extension ImportKind {
    /// The entities whose records such an import reads.
    var entities: Set<EntityName> {
        switch self {
        case .customers, .products, .sales, .lines:
            [.customer, .creditCard, .product, .sale, .saleLine, .item, .closedDay]
        case .items, .assetTypes: [.item, .assetType]
        case .groceries: [.groceryItem]
        case .books: [.book, .bookCategory]
        case .places: [.place]
        }
    }

    /// What an import of the kind goes by.
    var bases: Set<ImportBasis> {
        switch self {
        case .customers, .products, .sales: [.sales]
        // Lines sell items.
        case .lines: [.sales, .items]
        case .items, .assetTypes: [.items]
        case .groceries: [.groceries]
        case .books: [.books]
        case .places: [.places]
        }
    }
}
