public import Persistence

/// A photo that is no item yet.
public final class InboxPhoto: ManagedObject {}
