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

/// The schema in the address of a database (`?schema=home`).
package enum StoreSchema {
    private static let key = "schema="

    /// The schema in an address; nil if there is none.
    package static func name(at location: StoreLocation) -> String? {
        guard case .address(let address) = location, let mark = address.firstIndex(of: "?") else {
            return nil
        }
        return address[address.index(after: mark)...].split(separator: "&")
            .first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
    }

    /// The address of another schema of the same database: its name with a suffix, or only the
    /// suffix if the address has no schema.
    static func address(_ address: String, beside name: String) -> String {
        guard let mark = address.firstIndex(of: "?") else { return "\(address)?\(key)\(name)" }
        var parameters = address[address.index(after: mark)...].split(separator: "&").map(
            String.init)
        if let place = parameters.firstIndex(where: { $0.hasPrefix(key) }) {
            parameters[place] += "_\(name)"
        } else {
            parameters.append(key + name)
        }
        return address[...mark] + parameters.joined(separator: "&")
    }
}
