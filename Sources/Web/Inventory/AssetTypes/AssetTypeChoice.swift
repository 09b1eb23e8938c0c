/// One type in the picker.
struct AssetTypeChoice: Sendable {
    var id: String
    var label: String
    /// `12 items`.
    var count: String
    /// Whether it is the item's own.
    var isCurrent: Bool
}
