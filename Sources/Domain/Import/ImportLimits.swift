/// The limits for tables.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum number of bytes of a file. Default: 1 GB.
    public var bytes = 1_000_000_000
    /// The maximum number of cells of a line. Default: 1,000, so that items can have many custom
    /// fields.
    public var columns = 1_000
    /// The maximum number of bytes of a cell. Default: 32,767, the limit of spreadsheets.
    public var cellBytes = 32_767

    /// Makes the default limits.
    public init() {}

    /// The maximum number of bytes of a JSON object: a hundred of the longest cells, and their names.
    var objectBytes: Int { 2 * min(columns, 100) * cellBytes }
}
