import Hummingbird

extension Request {
    /// The bearer token (RFC 6750, 2.1); nil if there is none. It is not accepted in addresses and
    /// forms, which end up in histories and logs.
    var bearer: String? {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop { $0 == " " })
    }
}
