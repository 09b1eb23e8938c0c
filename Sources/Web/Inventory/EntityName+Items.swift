import Domain

extension EntityName {
    /// What lists of items are made of.
    static let itemLists = EntityName.inventory
    /// What the page of an item is made of: it names the sale, and the customer, of one that was sold.
    static let itemPages = EntityName.inventory.union([
        .sale, .saleLine, .product, .customer, .creditCard, .taxRate, .payment, .paymentKind,
    ])
}
