import Mustache

/// What a file of a kind holds, and where it is exported.
struct ImportHint: Sendable, MustacheParent {
    /// `Customers`.
    var label: String
    /// The names of the columns.
    var columns: String
    /// What to know about it, in a sentence or two.
    var text: String
    /// Where all of them are exported.
    var exportPath: String

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "columns": columns
        case "text": text
        case "exportPath": exportPath
        default: nil
        }
    }
}
