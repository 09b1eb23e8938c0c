public import Persistence

/// What an item was worth from a day on.
public final class ValueRecord: ManagedObject {}
