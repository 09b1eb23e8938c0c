import Persistence

extension Error {
    /// Whether what failed may be saved all the same: the database went away in the middle of it, and cannot be
    /// asked; or others came between after a part of it was saved. Nothing beside the records is taken back then: what looks after files that a program has left when it
    /// ended finds out what became of it.
    package var mayBeSaved: Bool {
        switch self as any Error {
        case PersistenceError.collision(isUndone: false): true
        case let error as any StoreAvailability: error.isOutcomeUnknown
        default: false
        }
    }
}
