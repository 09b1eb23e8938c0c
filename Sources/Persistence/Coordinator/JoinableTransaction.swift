/// A transaction that those within it take part in.
package protocol JoinableTransaction: StoreTransaction {
    /// The first error of a transaction within this one: what it has written cannot be told apart, so that
    /// the whole ends with it.
    var failure: (any Error)? { get set }
}

extension JoinableTransaction {
    /// Runs the body of a transaction within this one.
    package func join<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        do {
            return try body(self)
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}
