import Domain

extension EntityName {
    /// What lists of items are made of.
    static let itemLists: Set<EntityName> = [.item, .assetType]
    /// What the page of an item is made of: it names the sale, and the customer, of one that was sold.
    static let itemPages: Set<EntityName> = [
        .item, .assetType, .sale, .saleLine, .product, .customer, .creditCard,
    ]
}
