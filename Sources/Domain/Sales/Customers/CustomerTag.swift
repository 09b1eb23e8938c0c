public import Persistence

/// A tag of customers.
public final class CustomerTag: ManagedObject {}
