import Persistence

extension Error {
    /// Whether what failed may be saved all the same: the database went away in the middle of it, and cannot be
    /// asked. Nothing beside the records is taken back then: what looks after files that a program has left when it
    /// ended finds out what became of it.
    package var mayBeSaved: Bool {
        (self as? any StoreAvailability)?.isOutcomeUnknown ?? false
    }
}
