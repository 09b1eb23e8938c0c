/// A library that takes part in the comparison.
protocol Contestant {
    /// Creates a store with a number of things.
    func insert() throws
    /// Reads all things, and every attribute of each.
    func fetch() throws
    /// Looks up 10,000 things by key, each with its own request.
    func lookUp() throws
    /// Changes 1,000 things, each in its own transaction.
    func save() throws
}

/// A value differs from the one that was written.
struct WrongResult: Error {}
