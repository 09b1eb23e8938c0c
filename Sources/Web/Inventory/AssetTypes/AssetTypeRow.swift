/// One asset type on the overview.
struct AssetTypeRow: Sendable {
    /// `Furniture`, or `No type`.
    var label: String
    /// Whether it stands for the items without a type.
    var isNone = false
    /// `1,284`.
    var count: String
    /// `$90,490`.
    var value: String
    /// Its share of the value of all items, from 0 to 100, for the bar: `37.5`.
    var share: String
    /// The list of its items.
    var itemsPath: String
}
