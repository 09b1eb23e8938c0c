/// The list of sales, or of the sales to one customer.
struct SaleIndexPage: TemplatePage {
    static let template = "sales/index"

    var layout: LayoutPage

    /// `Sales`, `Sales to Amina Diallo`.
    var heading: String
    /// `58 sales, 2 returns, $1,326.10`, of the whole filter.
    var summary: String
    var newPath: String
    /// The day sheet of today.
    var dayPath: String
    var csvPath: String
    var jsonPath: String

    // What the list is showing; exactly one of these is true.
    /// There is no sale at all.
    var isEmpty = false
    /// No sale matches the filters, or the page is beyond the last one.
    var isNothingFound = false
    /// The filters cannot be read; the answer is 422.
    var isRefused = false
    var nothingFoundText = ""

    // What the page says when there is nothing, as other lists do.
    var many = "sales"
    var hasForm = true
    var newLabel = "New sale"
    var icon = "i-receipt"
    var emptyHeading = "What you sold, and to whom"
    var emptyText =
        "A sale has a customer, a day and its lines. Each keeps the price of that day, "
        + "whatever the product costs later."
    var firstLabel = "Add your first sale"

    var rows: [SaleRow] = []
    /// `Total of 58 sales and 2 returns`.
    var totalLabel = ""
    /// `$1,326.10`.
    var totalAmount = ""
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// Days and states.
    var chips: [FilterChip] = []
    var search: ListSearch
    var period: SalePeriodForm
    var filter: PredicateForm
    /// Whether anything narrows the list.
    var isFiltered = false
    /// The list without any filter, sorted as it is.
    var clearPath = ""

    /// `Highest number first`, or how else the list is sorted.
    var sortLabel = "Highest number first"
    var sorts: [SortLink] = []
    var numberSort: SortLink
    var daySort: SortLink
    var customerSort: SortLink
    var totalSort: SortLink
}
