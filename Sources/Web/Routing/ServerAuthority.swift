/// The host and port of a server in addresses: `house.local:8080`.
enum ServerAuthority {
    /// The authority in lower case, without the scheme's default port.
    static func normalized(_ authority: String, isSecure: Bool) -> String {
        let (name, port) = parts(of: authority)
        guard let port, port.isEmpty || Int(port) == (isSecure ? 443 : 80) else {
            return authority.lowercased()
        }
        return name.lowercased()
    }

    /// The address of a server without a path.
    ///
    /// - Parameters:
    ///   - host: its name or IP address, with or without a port; an IPv6 address with or without
    /// brackets.
    ///   - port: the port if the host has none; empty for the default.
    static func address(_ host: String, port: String, isSecure: Bool) -> String {
        let isBare = host.count { $0 == ":" } > 1 && !host.hasPrefix("[")
        var authority = isBare ? "[\(host)]" : host
        if parts(of: authority).port == nil, !port.isEmpty { authority += ":\(port)" }
        return (isSecure ? "https://" : "http://") + normalized(authority, isSecure: isSecure)
    }

    /// The host, and the digits of the port; nil without a port.
    static func parts(of authority: String) -> (name: Substring, port: Substring?) {
        let digits = authority.utf8.reversed().prefix { (48...57).contains($0) }.count
        let start = authority.dropLast(digits)
        let name = start.dropLast()
        // An IPv6 address has colons too, within brackets.
        guard start.last == ":", name.last == "]" || !name.contains(":") else {
            return (authority[...], nil)
        }
        return (name, authority.suffix(digits))
    }
}
