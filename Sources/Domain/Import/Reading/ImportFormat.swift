/// How a file that is imported is written.
public enum ImportFormat: String, Sendable, Hashable, Codable {
    /// Cells between separators.
    case csv
    /// JSON: an object a line, an array of objects, or the twin of a list.
    case json
    /// A store of Core Data's.
    case store
}
