/// What a file of a kind holds, and where it is exported.
struct ImportHint: Sendable {
    /// `Customers`.
    var label: String
    /// The names of the columns.
    var columns: String
    /// What to know about it, in a sentence or two.
    var text: String
    /// Where all of them are exported.
    var exportPath: String
}
