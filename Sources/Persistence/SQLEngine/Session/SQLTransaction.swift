/// The writing half of a session of an engine that knows SQL.
package protocol SQLTransaction: JoinableTransaction {
    associatedtype Session: SQLSession

    var session: Session { get }

    /// Runs what writes. What the engine refuses is told in the words of the model.
    func writing<T>(_ body: () throws -> T) throws -> T

    /// Takes note of an update for the store's history.
    func noteUpdate(of key: Int64, _ entity: EntityLayout, slots: [Int])

    /// Takes note of changes of a many-to-many relationship for derived attributes, where the store and
    /// no trigger computes them.
    func noteDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot)
}

extension SQLTransaction {
    package func noteDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot) {}
}
