/// How a store that is in memory as a whole numbers its records.
public enum StoreNumbering: Sendable, Hashable {
    /// From 1, the records of each root entity by themselves.
    case byRootEntity
    /// All records together, from a number on.
    case shared(firstKey: Int64)

    var isShared: Bool { self != .byRootEntity }

    /// The least number that a new record gets.
    var firstKey: Int64 {
        switch self {
        case .byRootEntity: 1
        case .shared(let key): key
        }
    }
}
