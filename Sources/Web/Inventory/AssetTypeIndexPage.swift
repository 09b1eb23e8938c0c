/// The list of asset types.
struct AssetTypeIndexPage: TemplatePage {
    static let template = "inventory/asset-types/index"

    var layout: LayoutPage
    /// `3 types, 1,284 items, worth $90,490`.
    var summary: String
    var hasRows: Bool
    var isNothingFound = false
    var isRefused = false
    var refusal = FaultSummary()
    var rows: [AssetTypeRow]
    var totalCount: String
    var totalValue: String
    var paging = Paging(page: 1, perPage: 50, total: 0) { _ in "" }
    var labelSort: SortLink
    /// Where a new type is posted.
    var createPath: String
    var csvPath: String
    var jsonPath: String
    /// The whole list.
    var clearPath = ""
}
