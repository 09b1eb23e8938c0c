package import Persistence

/// The schema that the address of a database names (`?schema=home`).
package enum StoreSchema {
    private static let key = "schema="

    /// The schema that an address names; nil if it names none.
    package static func name(at location: StoreLocation) -> String? {
        guard case .address(let address) = location, let mark = address.firstIndex(of: "?") else {
            return nil
        }
        return address[address.index(after: mark)...].split(separator: "&")
            .first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
    }

    /// The address of another schema of the same database: of the same name, with more behind it, or of
    /// that name alone if the address names none.
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
