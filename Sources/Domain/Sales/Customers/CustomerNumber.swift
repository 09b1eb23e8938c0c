public import Persistence

/// A further number of a customer.
public final class CustomerNumber: ManagedObject {}
