import Mustache

/// Another form of the same page.
struct AlternateLink: Sendable, MustacheParent {
    /// The media type: `application/json`, `text/csv`.
    var type: String
    var path: String

    func child(named name: String) -> Any? {
        switch name {
        case "type": type
        case "path": path
        default: nil
        }
    }
}
