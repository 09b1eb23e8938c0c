/// A place in the histories of stores: behind one transaction of each.
///
/// It can be written down (`Codable`) to go on from there later.
public struct PersistentHistoryToken: Sendable, Hashable, Codable {
    /// The number of the last transaction in each store, by the store's identifier.
    public internal(set) var transactionNumbers: [String: Int64]

    init(_ transactionNumbers: [String: Int64]) {
        self.transactionNumbers = transactionNumbers
    }
}
