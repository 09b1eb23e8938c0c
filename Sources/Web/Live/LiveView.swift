import Domain
import Persistence

/// A view of a list, or of one record, that windows have open.
struct LiveView: Sendable {
    /// What tells it from other views: its address.
    let key: String
    /// The entities that it is made of; nil for all.
    var entities: Set<EntityName>?
    /// Reads it.
    let read: @Sendable (ManagedObjectContext) throws -> LiveState
}
