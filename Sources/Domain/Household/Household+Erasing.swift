import Persistence

extension Household {
    /// Takes what was deleted out of the store's files: to be called after the save that removed a
    /// person.
    ///
    /// - Throws: errors of the store.
    public func eraseTraces() throws {
    }
}
