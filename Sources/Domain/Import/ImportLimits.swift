/// The sizes above which a table is not read.
public struct ImportLimits: Sendable, Hashable {
    /// Bytes of the file. Default: 20 MB.
    public var bytes = 20_000_000
    /// Rows below the header. Default: 50,000.
    public var rows = 50_000
    /// Cells of a line. Default: 100.
    public var columns = 100
    /// Bytes of a cell. Default: 32,767, which is what a cell of a spreadsheet holds.
    public var cellBytes = 32_767

    /// Makes the default limits.
    public init() {}
}
