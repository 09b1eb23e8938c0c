package import Persistence

extension StoreDescription {
    /// The description of a household's store: in a file for a single server, or in a database that
    /// several servers share. There they keep a history, by which each follows the others, and one
    /// writes at a time, so that the data that a save depends on, from the neighbors of a moved
    /// item to the next number of a sale, stays as it was read, and pictures and records change
    /// together.
    ///
    /// - Throws: `PersistenceError.misuse` for an address of an unknown type of store.
    package init(householdAt location: StoreLocation) throws {
        if case .address(let address) = location {
            try self.init(address: address)
            tracksHistory = true
            writersTakeTurns = true
        } else {
            self = .sqlite(path: location.path ?? "")
            sqlite.isSecureDelete = true
        }
    }
}
