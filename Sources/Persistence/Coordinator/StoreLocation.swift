import Foundation

/// Where a store is.
public enum StoreLocation: Sendable, Hashable {
    /// In memory, gone with its container.
    case memory
    /// In a file, by its path.
    case file(String)
    /// Behind an address whose scheme tells who opens it, such as `postgresql://host/database`.
    case address(String)

    /// The path of the file; nil for a store in no file.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// The scheme of an address, in lower case; nil for anything else.
    public var scheme: String? {
        guard case .address(let address) = self, let colon = address.firstIndex(of: ":") else {
            return nil
        }
        return address[..<colon].lowercased()
    }
}

extension StoreLocation: CustomStringConvertible {
    /// The place for a person to read. Of an address, no password is shown, and nothing behind a
    /// question mark.
    public var description: String {
        switch self {
        case .memory: "in memory"
        case .file(let path): path
        case .address(let address): Self.withoutSecrets(address)
        }
    }

    private static func withoutSecrets(_ address: String) -> String {
        let text = address.prefix { $0 != "?" && $0 != "#" }
        // Without slashes, anything may stand there.
        guard let start = text.range(of: "://")?.upperBound else { return "…" }
        let authority = text[start...].prefix { $0 != "/" }
        // A password may have the sign in it.
        guard let at = authority.lastIndex(of: "@") else { return String(text) }
        let user = authority[..<at].prefix { $0 != ":" }
        return "\(text[..<start])\(user)\(text[at...])"
    }
}
