/// A library that does the same work as the others.
protocol Contestant {
    /// Makes a store, with so many things in it.
    func insert() throws
    /// Reads all things, and every attribute of each.
    func fetch() throws
    /// Looks 10,000 things up by their key, each with a request of its own.
    func lookUp() throws
    /// Changes 1,000 things, each in a transaction of its own.
    func save() throws
}

/// Something was read that was not written.
struct WrongResult: Error {}
