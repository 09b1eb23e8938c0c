/// Why the values of an object were replaced.
public struct SnapshotEvents: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An insertion was undone, or a deletion redone.
    public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
    /// A deletion was undone, or an insertion redone.
    public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
    /// A change was undone or redone.
    public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
    /// The context was rolled back.
    public static let rollback = SnapshotEvents(rawValue: 1 << 4)
    /// The object took over what the store says, and kept its changes.
    public static let refresh = SnapshotEvents(rawValue: 1 << 5)
    /// A merge policy decided about the values in a save.
    public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}

extension ManagedObject {
    /// Calls the hook, in which changes are not recorded.
    final func announce(_ events: SnapshotEvents) {
        guard context != nil, !isFault, !state.contains(.awaking) else { return }
        state.insert(.awaking)
        awake(fromSnapshotEvents: events)
        state.remove(.awaking)
    }
}
