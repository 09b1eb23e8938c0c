import Domain

/// A record as the pages and actions see it that all resources share.
struct RecordSummary: Sendable {
    /// The number of the record, by which its address names it.
    let number: Int64
    /// What people call the record.
    let title: String
    let version: Int64
    /// The address of its page.
    let path: SitePath
    /// The way up from a page below the record, but for the record.
    let crumbs: [PathLink]
    /// The record for programs.
    let document: JSONValue
}

/// A record that was deleted.
struct RecordDeletion: Sendable {
    /// The record for programs.
    let document: JSONValue
    /// Where to go on.
    let next: SitePath
    /// What puts the record back; nil if nothing can.
    let undo: DeletedRecords?
}

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
