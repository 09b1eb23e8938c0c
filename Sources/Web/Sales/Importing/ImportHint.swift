/// What a file of a kind holds, and where it is exported.
struct ImportHint: Sendable {
    /// `Customers`.
    var label: String
    /// What people call its columns: `Name, Serial number`.
    var columns: String
    /// The names of the columns in files: `itemName, serialNumber`.
    var columnNames: String
    /// What to know about it, in a sentence or two.
    var text: String
    /// Where all of them are exported.
    var exportPath: String
}
