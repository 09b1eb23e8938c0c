/// The limits for tables.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum number of bytes of a file. Default: 1 GB.
    public var bytes = 1_000_000_000
    /// The maximum number of cells of a line. Default: 900, so that items can have many custom
    /// fields, and a form can have a field for each.
    public var columns = 900
    /// The maximum number of bytes of a cell. Default: 32,767, the limit of spreadsheets.
    public var cellBytes = 32_767

    /// Makes the default limits.
    public init() {}

    /// The maximum number of bytes of a JSON object: a hundred of the longest cells, and their names.
    var objectBytes: Int { 2 * lineBytes }

    /// The maximum number of bytes in the cells of a line: a hundred of the longest cells.
    var lineBytes: Int { min(columns, 100) * cellBytes }
}
