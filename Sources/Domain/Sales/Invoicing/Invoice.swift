public import Persistence

/// The invoice of a sale, with a number of its own.
public final class Invoice: ManagedObject {}
