/// What a record is, apart from any context.
protocol RecordValues: Sendable {
    /// The number of the record, by which its address names it.
    var recordNumber: Int64 { get }
    /// What people call the record.
    var title: String { get }
    /// The version of the record.
    var rowVersion: Int64 { get }

    /// The columns of the list for spreadsheets.
    static var csvColumns: [String] { get }
    /// The cells of the record, under these columns.
    var csvCells: [CSVDocument.Cell] { get }
}
