/// The name and port of a server as they stand in addresses: `house.local:8080`.
enum ServerAuthority {
    /// In small letters, without the default port of the scheme.
    static func normalized(_ authority: String, isSecure: Bool) -> String {
        let (name, port) = parts(of: authority)
        guard let port, port.isEmpty || Int(port) == (isSecure ? 443 : 80) else {
            return authority.lowercased()
        }
        return name.lowercased()
    }

    /// The address of a server, without a path.
    ///
    /// - Parameters:
    ///   - host: its name or an address, with a port or without; of IPv6 in brackets or not.
    ///   - port: the port where the host has none; empty for the default one.
    static func address(_ host: String, port: String, isSecure: Bool) -> String {
        let isBare = host.count { $0 == ":" } > 1 && !host.hasPrefix("[")
        var authority = isBare ? "[\(host)]" : host
        if parts(of: authority).port == nil, !port.isEmpty { authority += ":\(port)" }
        return (isSecure ? "https://" : "http://") + normalized(authority, isSecure: isSecure)
    }

    /// The name, and the digits of the port; nil without a colon that separates a port.
    static func parts(of authority: String) -> (name: Substring, port: Substring?) {
        let digits = authority.utf8.reversed().prefix { (48...57).contains($0) }.count
        let start = authority.dropLast(digits)
        let name = start.dropLast()
        // An IPv6 address has colons too, and brackets around them.
        guard start.last == ":", name.last == "]" || !name.contains(":") else {
            return (authority[...], nil)
        }
        return (name, authority.suffix(digits))
    }
}
