/// The limits for tables.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum number of bytes of a file. Default: 1 GB.
    public var bytes = 1_000_000_000
    /// The maximum number of cells of a line. Default: 100.
    public var columns = 100
    /// The maximum number of bytes of a cell. Default: 32,767, the limit of spreadsheets.
    public var cellBytes = 32_767

    /// Makes the default limits.
    public init() {}

    /// The maximum number of bytes of a JSON object: all of its cells, and their names.
    var objectBytes: Int { 2 * columns * cellBytes }
}
