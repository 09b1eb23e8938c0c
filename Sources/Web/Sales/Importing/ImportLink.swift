import Mustache

/// An import that was done, in the list of them.
struct ImportLink: Sendable, MustacheParent {
    /// `customers.csv`.
    var label: String
    var path: String
    /// `Nov 21, 2026 · 3 new, 1 changed · taken back`.
    var details: String

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "details": details
        default: nil
        }
    }
}
