package import Persistence

extension StoreDescription {
    /// The description of a household's store: in a file for a single server, or in a database that
    /// several servers share.
    ///
    /// In a shared database the servers keep a history, by which each follows the others. Only one
    /// writes at a time: so the data that a save depends on, such as the next number of a sale,
    /// does not change after it is read, and pictures change together with their records.
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
