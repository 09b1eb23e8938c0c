import Persistence

/// A kept view of the list of items, apart from any context.
public struct ItemViewLabel: Sendable, Hashable {
    /// The number of the record.
    public let number: Int64
    public let name: String
    /// Search, filters and order, as they stand behind the question mark of the list's address.
    public let query: String

    public init(_ view: ItemView) {
        number = view.objectID.recordNumber ?? 0
        name = view.name ?? ""
        query = view.query ?? ""
    }
}
