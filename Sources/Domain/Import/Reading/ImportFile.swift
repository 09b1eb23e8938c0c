/// A table of records of one kind, as it was read.
public struct ImportFile: Sendable, Codable {
    /// What the rows are.
    public let kind: ImportKind
    /// The name of the file, for people.
    public let name: String
    /// How it was written.
    public let format: ImportFormat
    /// How its characters were written.
    public let encoding: CSVEncoding
    /// What stood between its cells; nil where it is no CSV.
    public let separator: CSVSeparator?
    /// The columns that are read, in the order of the file.
    public internal(set) var columns: [ImportColumn]
    /// The names of the columns that are not read.
    public let ignoredColumns: [String]
    /// The columns with days of which only a person can say whether the day or the month comes first.
    public var openDayColumns: [OpenDayColumn] { openDays ?? [] }
    /// These; nil for a file that waits since an earlier version.
    private var openDays: [OpenDayColumn]?
    /// Whether the day or the month comes first in its columns, as ``ImportRows`` has it; nil for no such column.
    private var dayOrders: [String: DayOrder]?
    /// What is worth a look before it is done, a sentence each; nil for nothing.
    var warnings: [String]?
    /// Whether a row says in which other item its item is; nil for a file that waits since an earlier version.
    var hasContainers: Bool?
    /// Whether a row has the key of an item; false for a file that waits.
    public private(set) var namesItems = false
    /// The folder of its photos and documents, beside the imports that wait; nil for none.
    var keptFiles: String?
    /// Where that folder is.
    var keptFilesPath: String?
    /// Where the photos and documents are that it names, until they are taken; nil for none.
    public var folder: ImportFolder?
    /// The rows, in the order of the file.
    public internal(set) var rows = ImportRows() {
        didSet { rows.dayOrders = dayOrders ?? [:] }
    }

    private enum CodingKeys: CodingKey {
        case kind, name, format, encoding, separator, columns, ignoredColumns, warnings
        case hasContainers, keptFiles, openDays, dayOrders
    }

    /// Takes what was read.
    ///
    /// - Parameter days: what was found out of the order of its days. Default: nothing.
    /// - Throws: errors of the file system.
    init(
        kind: ImportKind, name: String, format: ImportFormat, encoding: CSVEncoding,
        separator: CSVSeparator? = nil, columns: [ImportColumn], ignoredColumns: [String],
        days: (orders: [String: DayOrder], open: [OpenDayColumn]) = ([:], []),
        rows writer: inout ImportRowsWriter
    ) throws {
        self.kind = kind
        self.name = name
        self.format = format
        self.encoding = encoding
        self.separator = separator
        self.columns = columns
        self.ignoredColumns = ignoredColumns
        hasContainers = writer.hasContainers
        namesItems = writer.namesItems
        openDays = days.open
        dayOrders = days.orders
        rows = try writer.finish()
        rows.dayOrders = days.orders
    }

    /// Whether it is long enough to be imported in parts.
    func comesInParts(_ size: ImportPartSize) -> Bool {
        rows.count > size.rows && kind.description.comesInParts
    }

    /// Whether a cell had what looks like the number of a card; such a file is not kept.
    public var hasCardNumber: Bool { rows.hasCardNumber }
}
