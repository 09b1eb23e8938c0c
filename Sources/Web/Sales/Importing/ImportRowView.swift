/// A row of an import as the page shows it.
struct ImportRowView: Sendable {
    /// The number of its line in the file.
    var line: String
    var label: String
    /// `New`, `Change`, `Unchanged`, `Refused`.
    var state: String
    /// Why it is refused, a sentence each.
    var faults: [String]
    /// Changes and notes, a sentence each.
    var details: [String]
    /// A small picture of what it brings; empty for none.
    var picturePath = ""
    var hasPicture = false
}
