/// The path under which the site lives, for a server that shares its name with others.
public struct BasePath: Sendable, Equatable, CustomStringConvertible {
    /// The site has the server to itself.
    public static let root = BasePath(path: "")

    /// Empty, or a path that starts with a slash and does not end with one.
    public let path: String

    /// The path as it stands in front of every address.
    public var description: String { path }

    private init(path: String) {
        self.path = path
    }

    /// Reads a path that a person gave; slashes at its end do not count.
    ///
    /// - Throws: ``ConfigurationError`` if it does not start with a slash, or holds characters that
    ///   have a meaning in an address.
    public init(_ text: String) throws(ConfigurationError) {
        var path = text
        while path.hasSuffix("/") { path.removeLast() }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard path.isEmpty || (path.hasPrefix("/") && segments.allSatisfy(Self.isPlain)) else {
            throw .init(
                """
                “\(text)” is no base path. It starts with a slash and has letters, digits, “-” \
                and “_” between its slashes, as in /homeowner.
                """)
        }
        self.path = path
    }

    private static func isPlain(_ segment: Substring) -> Bool {
        !segment.isEmpty
            && segment.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
