/// The list of a resource.
struct RecordIndexPage: TemplatePage {
    static let template = "records/index"

    var layout: LayoutPage
    /// `Products`.
    var title: String
    /// `12 products, 58 sold, $1,326.10`.
    var summary: String
    /// `products`.
    var many: String
    /// Whether there is a form for new ones: `New product`.
    var hasForm = true
    var newLabel: String
    var newPath: String
    /// Where a link is made by which somebody without an account reads the list, if that can be.
    var hasShare = false
    var shareListPath = ""
    var csvPath: String
    var jsonPath: String

    /// The list in another form, such as a calendar, and where that is shared.
    var otherForms: [PathLink] = []
    var sharePath = ""

    // What the list is showing; exactly one of these is true.
    var hasRows = false
    /// There is no record at all.
    var isEmpty = false
    /// No record matches, or the page is beyond the last one.
    var isNothingFound = false
    /// The filters cannot be read; the answer is 422.
    var isRefused = false

    var table: ListTable
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// The filters that one click turns on or off.
    var hasChips = false
    var chips: [FilterChip] = []
    var search: ListSearch
    var filter: PredicateForm
    /// The list without any filter, sorted as it is.
    var clearPath: String
    var sortLabel: String
    var sorts: [SortLink]

    /// What was looked for, in words, for the page that found nothing.
    var nothingFoundText = ""
    // What the page says when there is nothing yet.
    var icon: String
    var emptyHeading: String
    var emptyText: String
    /// `Add your first product`.
    var firstLabel: String
}
