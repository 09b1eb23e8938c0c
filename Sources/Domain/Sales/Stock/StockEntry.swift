public import Persistence

/// A step of a product's stock: why it became more or less, and what it is since.
public final class StockEntry: ManagedObject {}
