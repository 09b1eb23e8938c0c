import Persistence

extension Error {
    /// Whether the save may have succeeded in spite of the error: the connection to the database
    /// was lost in the middle, or others came between after a part was saved. Files outside of the
    /// store are not rolled back then: the clean-up of files left by an interrupted program checks
    /// what happened.
    package var mayBeSaved: Bool {
        switch self as any Error {
        case PersistenceError.collision(isUndone: false): true
        case let error as any StoreAvailability: error.isOutcomeUnknown
        default: false
        }
    }
}
