import Domain

/// An asset type with the totals of its items.
struct AssetTypeValues: RecordHolder {
    let record: AssetType
    /// The totals of its items.
    let totals: ItemTotals
    /// The totals of the items of all types.
    let whole: ItemTotals

    var title: String { record.label ?? "" }
}
