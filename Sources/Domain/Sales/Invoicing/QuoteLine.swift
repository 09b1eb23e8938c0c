public import Persistence

/// One product in an offer.
public final class QuoteLine: ManagedObject {}
