/// How much of a long import is in memory together, and is saved together: so little that others who save
/// need not wait for long.
public struct ImportPartSize: Sendable, Hashable {
    /// The rows of a part, above which a table is imported in parts. Default: 1,000.
    public var rows = 1_000
    /// The same of lines of sales, each of which has more beside it. Default: 500.
    public var lines = 500
    /// The rows after which it is said how far it is, and it can be called off. Default: 256.
    public var step = 256

    /// Makes the default sizes.
    public init() {}
}
