/// Why a file cannot be read as a table.
public enum CSVFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing is in it, or nothing but empty lines.
    case empty
    /// It is a workbook or an archive.
    case workbook
    /// It is compressed, as a backup is.
    case archive
    /// It holds NUL, as no text does.
    case binary
    /// It begins as UTF-16, and goes on as something else.
    case malformedUTF16
    /// The quote that opens in a line is never closed.
    case openQuote(line: Int)
    /// Something follows the closing quote of a cell.
    case textAfterQuote(line: Int)
    /// A cell is longer than the limit, in bytes.
    case longCell(line: Int, limit: Int)
    /// A line has more cells than the limit.
    case manyCells(line: Int, limit: Int)
    /// There are more rows than the limit.
    case manyRows(limit: Int)
    /// The file is larger than the limit, both in bytes.
    case largeFile(size: Int, limit: Int)

    /// The fault in a sentence.
    public var description: String {
        switch self {
        case .empty: "The file is empty."
        case .workbook: "This is a workbook or an archive; save the sheet as CSV."
        case .archive:
            "This is a compressed archive. “homeowner restore” brings a backup back; of any other one, "
                + "bring the table that is in it."
        case .binary: "This is not a text file; save the sheet as CSV."
        case .malformedUTF16: "The file begins as UTF-16, but is not UTF-16 throughout."
        case .openQuote(let line): "Line \(line): a quote opens here and is never closed."
        case .textAfterQuote(let line):
            "Line \(line): text follows the closing quote of a cell; write quotes in text twice."
        case .longCell(let line, let limit):
            "Line \(line): a cell has more than \(limit) bytes."
        case .manyCells(let line, let limit): "Line \(line): there are more than \(limit) cells."
        case .manyRows(let limit): "There are more than \(limit) rows; split the file."
        case .largeFile(let size, let limit):
            "The file has \(size) bytes; at most \(limit) are read. Split it."
        }
    }
}
