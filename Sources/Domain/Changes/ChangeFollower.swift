public import Persistence

/// Keeps something beside the store that is made of records, and follows what saves change of them.
public protocol ChangeFollower: Sendable {
    /// Looks at what a context is about to save.
    ///
    /// - Returns: what is to be done once it is saved, on the same thread and before the next save.
    ///   New objects have their record numbers then. If nothing is saved, it is not called.
    func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void

    /// Hears of what another server has saved, or of something of which only little is known. It is done
    /// already, and may be in what is kept.
    ///
    /// It reads nothing here: all who read may be waiting for those who hear of this.
    func follow(others saved: SavedChanges)

    /// Hears of the same a moment later, when nobody waits for it any more, and may read. Does nothing if it is
    /// not implemented.
    func read(others saved: SavedChanges)
}

extension ChangeFollower {
    public func read(others saved: SavedChanges) {}
}
