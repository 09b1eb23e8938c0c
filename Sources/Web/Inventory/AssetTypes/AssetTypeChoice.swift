import Mustache

/// One type in the picker.
struct AssetTypeChoice: Sendable, MustacheParent {
    var id: String
    var label: String
    /// `12 items`.
    var count: String
    /// Whether it is the item's own.
    var isCurrent: Bool

    func child(named name: String) -> Any? {
        switch name {
        case "id": id
        case "label": label
        case "count": count
        case "isCurrent": isCurrent
        default: nil
        }
    }
}
