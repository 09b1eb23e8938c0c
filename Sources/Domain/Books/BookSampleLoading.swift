public import Persistence

/// A note that the sample books were loaded, so that they come by themselves once.
public final class BookSampleLoading: ManagedObject {}
