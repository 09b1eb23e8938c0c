/// The schema that the address of a database names (`?schema=home`).
enum StoreSchema {
    /// The address of another schema of the same database: of the same name, with more behind it, or of
    /// that name alone if the address names none.
    static func address(_ address: String, beside name: String) -> String {
        let key = "schema="
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
