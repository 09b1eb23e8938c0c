/// The sizes above which a table is not read.
public struct ImportLimits: Sendable, Hashable {
    /// Bytes of the file. Default: 1 GB.
    public var bytes = 1_000_000_000
    /// Rows below the header. Default: 100,000.
    public var rows = 100_000
    /// Cells of a line. Default: 100.
    public var columns = 100
    /// Bytes of a cell. Default: 32,767, which is what a cell of a spreadsheet holds.
    public var cellBytes = 32_767

    /// Makes the default limits.
    public init() {}

    /// Bytes of an object of JSON: so many as all of its cells may have, and their names.
    var objectBytes: Int { 2 * columns * cellBytes }
}
