/// The sizes above which a table is not read.
public struct ImportLimits: Sendable, Hashable {
    /// Bytes of the file. Default: 25 MB.
    public var bytes = 25_000_000
    /// Rows below the header. Default: 100,000.
    public var rows = 100_000
    /// Rows of customers, sales and what belongs to them, which lead to each other. Default: 50,000.
    public var salesRows = 50_000
    /// Cells of a line. Default: 100.
    public var columns = 100
    /// Bytes of a cell. Default: 32,767, which is what a cell of a spreadsheet holds.
    public var cellBytes = 32_767

    /// Makes the default limits.
    public init() {}

    /// The most rows of a kind.
    public func rows(of kind: ImportKind) -> Int {
        switch kind {
        case .customers, .products, .sales, .lines: min(rows, salesRows)
        case .items, .assetTypes, .groceries, .books, .places: rows
        }
    }
}
