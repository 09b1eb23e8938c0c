import Hummingbird

extension Request {
    /// The token that a script shows (RFC 6750, 2.1); nil if it shows none. Addresses and forms have
    /// none: they are kept in histories and logs.
    var bearer: String? {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop { $0 == " " })
    }
}
