public import Persistence

/// An offer: lines with prices that hold for some days.
public final class Quote: ManagedObject {}
