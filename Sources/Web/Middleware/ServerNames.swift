/// The host names of this server.
struct ServerNames: Sendable {
    private let names: Set<String>
    /// Whether any IP address is accepted: unlike a name, it cannot be pointed elsewhere.
    private let takesAnyAddress: Bool

    init(_ configuration: AppConfiguration) {
        let own = ["localhost", "127.0.0.1", "[::1]", configuration.host]
        names = Set((own + configuration.allowedHosts).map(Self.normalized))
        takesAnyAddress = configuration.allowRemote
    }

    /// Whether a `Host` header names this server, at any port.
    func contains(_ host: String) -> Bool {
        // The usual form.
        if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")),
            host.utf8[colon...].dropFirst().allSatisfy({ (48...57).contains($0) }),
            names.contains(String(host[..<colon]))
        {
            return true
        }
        guard Self.hasNumericPort(host) else { return false }
        let name = Self.normalized(host)
        return names.contains(name) || (takesAnyAddress && Self.isAddress(name))
    }

    /// Whether a text can be the name or the address of a server, with or without a port.
    static func isName(_ text: String) -> Bool {
        let name = normalized(text)
        guard hasNumericPort(text) || name.hasPrefix("["), !name.isEmpty else { return false }
        return isAddress(name)
            || name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
                    || "-._".unicodeScalars.contains($0)
            }
    }

    /// The host in lower case, without port and trailing dot; an IPv6 address with its brackets.
    private static func normalized(_ host: String) -> String {
        var name = Substring(host.lowercased())
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return String(name) }
            return String(name[...end])
        }
        if name.count(where: { $0 == ":" }) > 1 { return "[\(name)]" }
        if let colon = name.firstIndex(of: ":") { name = name[..<colon] }
        if name.hasSuffix(".") { name = name.dropLast() }
        return String(name)
    }

    /// Whether the name is followed by nothing, or a colon and digits. In `127.0.0.1:80@evil` the
    /// address is user information, and some clients would connect to `evil`.
    private static func hasNumericPort(_ host: String) -> Bool {
        let name =
            host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        guard host.hasPrefix(name) else { return false }
        let port = host.dropFirst(name.count)
        return port.isEmpty
            || (port.first == ":" && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) })
    }

    private static func isAddress(_ name: String) -> Bool {
        if name.hasPrefix("["), name.hasSuffix("]") {
            return name.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit || $0 == ":" || $0 == "."
            }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
