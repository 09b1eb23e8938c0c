/// One entity in one store: what all its object IDs have in common.
package final class EntityHome: Sendable {
    /// The UUID of the store, in upper case.
    package let storeIdentifier: String
    /// Which of the coordinator's stores it is.
    let storeIndex: Int
    package let layout: EntityLayout
    /// A number for the root entity in its store, unique within the coordinator: keys are unique
    /// within it.
    let rootIndex: Int
    /// Over the store's identifier and the root entity's name: homes that differ in it are not the
    /// same.
    private let rootHash: Int

    init(storeIdentifier: String, storeIndex: Int, layout: EntityLayout, rootIndex: Int) {
        self.storeIdentifier = storeIdentifier
        self.storeIndex = storeIndex
        self.layout = layout
        self.rootIndex = rootIndex
        var hasher = Hasher()
        hasher.combine(storeIdentifier)
        hasher.combine(layout.rootName)
        rootHash = hasher.finalize()
    }

    /// Whether equal keys mean the same record in both: they are of one root entity in one store,
    /// wherever the store stands among those of a coordinator.
    func sharesRecords(with other: EntityHome) -> Bool {
        rootHash == other.rootHash && storeIdentifier == other.storeIdentifier
            && layout.rootName == other.layout.rootName
    }

    /// Makes sure that a relationship leads to a record of the same store: a row keeps no more of it than
    /// its number.
    ///
    /// - Throws: `PersistenceError.misuse`.
    func checkStore(of destination: ManagedObjectID, at slot: PropertySlot) throws {
        guard destination.home.storeIndex == storeIndex else {
            throw PersistenceError.misuse(
                "\(layout.name).\(slot.name) leads to an object of another store")
        }
    }
}
