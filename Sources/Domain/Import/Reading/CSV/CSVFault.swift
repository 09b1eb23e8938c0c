/// The reason why a file cannot be read as a table.
public enum CSVFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is empty, or has only empty lines.
    case empty
    /// The file is a workbook or an archive.
    case workbook
    /// The file is compressed, as a backup is.
    case archive
    /// The file contains NUL, as no text does.
    case binary
    /// The file has bytes that are invalid in its encoding, the first at a position.
    case malformed(CSVEncoding, TextPosition)
    /// The file ends inside of a character.
    case cutOff(TextPosition)
    /// The file is not UTF-8 and does not declare its encoding; with samples in the possible
    /// encodings. If most of it is UTF-8, it has the fault as UTF-8 too, because short texts of
    /// other encodings look alike.
    indirect case unknownEncoding([EncodingSample], asUTF8: CSVFault? = nil)
    /// The system does not know the encoding.
    case unavailable(CSVEncoding)
    /// The quote that opens in a line is never closed.
    case openQuote(line: Int)
    /// Text follows the closing quote of a cell.
    case textAfterQuote(line: Int)
    /// A cell is longer than the limit, in bytes.
    case longCell(line: Int, limit: Int)
    /// The cells of a line are longer than the limit, in bytes.
    case longLine(line: Int, limit: Int)
    /// A line has more cells than the limit.
    case manyCells(line: Int, limit: Int)
    /// The file is larger than the limit, both in bytes.
    case largeFile(size: Int, limit: Int)

    /// The fault in a sentence.
    public var description: String {
        switch self {
        case .empty: "The file is empty."
        case .workbook: "This is a workbook or an archive; save the sheet as CSV."
        case .archive:
            "This is a compressed archive. Restore a backup with “homeowner restore”; unpack any other "
                + "archive, and import the table in it."
        case .binary: "This is not a text file; save the sheet as CSV."
        case .malformed(let encoding, let place):
            "\(place): this text is not \(encoding.rawValue). The whole file must have one encoding; "
                + "save it again as UTF-8."
        case .cutOff(let place):
            "\(place): the file ends within a character. It was cut off; import the whole file."
        case .unknownEncoding(_, let fault?): "\(fault) If it has another encoding, name it."
        case .unknownEncoding(_, nil):
            "The file is not UTF-8, and does not declare its encoding. Name the encoding."
        case .unavailable(let encoding):
            "The C library of this system does not know \(encoding.rawValue): its package of further gconv "
                + "modules is missing. Install it, or save the file as UTF-8."
        case .openQuote(let line): "Line \(line): a quote opens here and is never closed."
        case .textAfterQuote(let line):
            "Line \(line): text follows the closing quote of a cell; write quotes in text twice."
        case .longCell(let line, let limit): "Line \(line): a cell has more than \(limit) bytes."
        case .longLine(let line, let limit):
            "Line \(line): its cells have more than \(limit) bytes."
        case .manyCells(let line, let limit): "Line \(line): there are more than \(limit) cells."
        case .largeFile(let size, let limit):
            "The file has \(size) bytes; at most \(limit) are read. Split it."
        }
    }
}
