/// The first page: what there is, and what it is worth.
struct OverviewPage: TemplatePage {
    static let template = "overview/show"

    var layout: LayoutPage
    /// Whether the inventory is in use.
    var hasInventory: Bool
    /// Whether nothing has been recorded yet.
    var isEmpty: Bool
    /// The first questions, while nobody has answered or skipped them: one or none.
    var start: [StartForm] = []
    /// What becomes of values in dollars, while that is to be asked: one or none.
    var values: [ValueQuestionForm] = []
    /// Whether there are items.
    var hasItems = false
    /// The list of items.
    var itemsPath: String
    var newItemPath: String
    var assetTypesPath: String
    /// Where what somebody has already is brought in.
    var importPath: String
    /// Counts and totals.
    var figures: [Figure]
    /// The names of what is due: `Descale, Espresso machine: since June 1, 2026`.
    var due: [PathLink] = []
    /// The types with most value first, among them the items without one.
    var types: [AssetTypeRow]
    /// The items added last.
    var latest: [ItemTile]

    /// Whether anything was sold, or there is something to sell.
    var hasSales = false
    var customersPath = ""
    var newCustomerPath = ""
    /// Counts and totals of the sales.
    var salesFigures: [Figure] = []
    /// The customers who bought last.
    var buyers: [PathLink] = []

    /// Whether every section is put away.
    var isBare = false
    /// The further sections.
    var parts: [OverviewPart] = []
    /// Where sections are taken back.
    var sectionsPath = ""

    /// `The last verified backup is of November 21, 2026`, or what to do about it.
    var backupText = ""
    var backupPath = ""
}
