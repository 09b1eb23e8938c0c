import Domain

/// An asset type with what its items come to.
struct AssetTypeValues: RecordHolder {
    let record: AssetType
    /// Its items.
    let totals: ItemTotals
    /// The items of whatever type.
    let whole: ItemTotals

    var title: String { record.label ?? "" }
}
