import Domain

/// What an asset type holds, apart from any context.
struct AssetTypeValues: RecordValues {
    let label: AssetTypeLabel
    /// Its items.
    let totals: ItemTotals
    /// The items of whatever type.
    let whole: ItemTotals

    var recordNumber: Int64 { label.number }
    var title: String { label.text }
    var rowVersion: Int64 { label.rowVersion }
}
