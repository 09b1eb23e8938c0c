/// One entity in one store: what all its object IDs have in common.
final class EntityHome: Sendable {
    /// The UUID of the store, in upper case.
    let storeIdentifier: String
    /// Which of the coordinator's stores it is.
    let storeIndex: Int
    let layout: EntityLayout
    /// A number for the root entity in its store, unique within the coordinator: keys are unique
    /// within it.
    let rootIndex: Int

    init(storeIdentifier: String, storeIndex: Int, layout: EntityLayout, rootIndex: Int) {
        self.storeIdentifier = storeIdentifier
        self.storeIndex = storeIndex
        self.layout = layout
        self.rootIndex = rootIndex
    }

    /// Two coordinators that open the same store make IDs that are equal.
    func isSameStore(as other: EntityHome) -> Bool {
        storeIdentifier == other.storeIdentifier && layout.rootName == other.layout.rootName
    }
}
