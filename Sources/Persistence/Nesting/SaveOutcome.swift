/// What a save leaves to be done in its context.
struct SaveOutcome {
    /// The objects that are saved now.
    var saved: [ManagedObject]
    /// The objects that are gone now.
    var dropped: [ManagedObject]
    /// The objects about which a merge policy decided.
    var decided: [ManagedObject] = []
    /// What others are told; nil if nothing was written.
    var notification: SaveNotification?
}
