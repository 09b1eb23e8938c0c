public import Persistence

/// What a product belongs to on the price list and in the totals.
public final class ProductCategory: ManagedObject {}
