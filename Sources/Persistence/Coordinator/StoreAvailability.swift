/// An error of a store that may be out of reach: a server that is away, or takes nobody else.
public protocol StoreAvailability: Error {
    /// Whether the same may succeed in a while, when the store can be reached again.
    var isStoreUnavailable: Bool { get }

    /// Whether nobody knows if what was to be saved is saved: the store went away in the middle of it, and
    /// cannot be asked; or after some of it was saved. Default: no.
    var isOutcomeUnknown: Bool { get }
}

extension StoreAvailability {
    /// What failed was not saved.
    public var isOutcomeUnknown: Bool { false }
}
