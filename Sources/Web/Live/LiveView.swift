import Domain
import Persistence

/// A view of a list or a record in open windows.
struct LiveView: Sendable {
    /// The identity of the view: its address.
    let key: String
    /// The entities that it depends on; nil for all.
    var entities: Set<EntityName>?
    /// Reads its state.
    let read: @Sendable (ManagedObjectContext) throws -> LiveState
}
