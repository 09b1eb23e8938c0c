public import Persistence

/// Where a customer lives, or wants things sent.
public final class CustomerAddress: ManagedObject {}
