public import Persistence

/// A word under which customers are found together.
public final class CustomerTag: ManagedObject {}
