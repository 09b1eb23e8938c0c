import Domain

extension EntityName {
    /// What the pages of the sales are made of: a predicate leads from each of them to all others.
    static let sales: Set<EntityName> = [.sale, .saleLine, .product, .customer, .creditCard]
}
