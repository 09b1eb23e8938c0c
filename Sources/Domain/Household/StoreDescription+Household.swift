package import Persistence

extension StoreDescription {
    /// How the records of a household are opened: in a file for one server alone, or in a database that
    /// several servers share. There they keep a history, by which each follows the others, and one writes
    /// at a time: what a save goes by, from the neighbours of a move to the next number of a sale, is then
    /// as it was read, and pictures and records change together.
    ///
    /// - Throws: `PersistenceError.misuse` for an address that no kind of store is known for.
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
