import Persistence

/// A saved view, detached from its context.
public struct ItemViewLabel: Sendable, Hashable {
    /// The record number.
    public let number: Int64
    public let name: String
    /// Search, filters and order as the query of the list's address.
    public let query: String

    public init(_ view: ItemView) {
        number = view.objectID.recordNumber ?? 0
        name = view.name ?? ""
        query = view.query ?? ""
    }
}
