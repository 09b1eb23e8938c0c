public import Persistence

/// A postal address of a customer.
public final class CustomerAddress: ManagedObject {}
