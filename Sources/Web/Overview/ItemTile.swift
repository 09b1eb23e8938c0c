import Mustache

/// An item as a picture with its name.
struct ItemTile: Sendable, MustacheParent {
    var name: String
    /// `$1,480`, or empty.
    var value: String
    var hasThumbnail: Bool
    var thumbnailPath: String
    var path: String

    func child(named name: String) -> Any? {
        switch name {
        case "name": self.name
        case "value": value
        case "hasThumbnail": hasThumbnail
        case "thumbnailPath": thumbnailPath
        case "path": path
        default: nil
        }
    }
}
