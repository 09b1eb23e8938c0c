public import Persistence

/// A sale that waits: what stands in its form, to be gone on with.
public final class ParkedSale: ManagedObject {}
