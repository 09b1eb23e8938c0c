public import Persistence

/// Marks that the sample books were loaded, so that this happens only once.
public final class BookSampleLoading: ManagedObject {}
