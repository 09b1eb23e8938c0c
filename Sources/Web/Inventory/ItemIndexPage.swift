/// The list of items.
struct ItemIndexPage: TemplatePage {
    static let template = "inventory/index"

    var layout: LayoutPage

    /// `1,284 items, worth $90,490`, of the whole filter.
    var summary: String
    var newPath: String
    var csvPath: String
    var jsonPath: String
    /// The items with their photos and documents, and as Homebox takes them.
    var archivePath = ""
    var homeboxPath = ""
    /// The labels of all items of the view.
    var labelsPath = ""
    /// Where the view is shared with somebody who has no account.
    var sharePath = ""

    // What the list is showing; exactly one of these is true.
    /// There is no item at all.
    var isEmpty = false
    /// No item matches the filters, or the page is beyond the last one.
    var isNothingFound = false
    /// The filters cannot be read; the answer is 422.
    var isRefused = false
    /// What was searched for, in words, for the page that found nothing.
    var nothingFoundText = ""

    // What the page says when there is nothing, as other lists do.
    var many = "items"
    var hasForm = true
    var newLabel = "Add item"
    var icon = "i-box"
    var emptyHeading = "Everything you own, in one list"
    var emptyText =
        "Begin with the thing next to you: a name is enough. A photo, a serial number and "
        + "a value make it proof for the insurer."
    var firstLabel = "Add your first item"

    /// The rows, each rendered from `inventory/_item`.
    var rowsHTML = ""
    /// `Total of 1,284 items`.
    var totalLabel = ""
    /// `$90,490`.
    var totalValue = ""
    /// The links to other pages, rendered from `_paging`.
    var pagingHTML = ""

    /// Whether rows can be moved: the owner's order, and all of it.
    var isOrdered = false
    /// The place of the first row in the whole list, from 0.
    var offset = "0"
    /// The page begins with the first item of all.
    var isStart = false
    /// The page ends with the last item of all.
    var isEnd = false

    /// The views that are kept under names.
    var hasViews = false
    var viewChips: [FilterChip] = []
    var moreViewChips: [FilterChip] = []
    var viewsPath = ""
    /// Whether this view could be kept, and is not.
    var canKeep = false
    var keptQuery = ""

    var search: ListSearch
    var typeChips: [FilterChip] = []
    var moreTypeChips: [FilterChip] = []
    /// Value and photo.
    var otherChips: [FilterChip] = []
    var filter = ItemFilterForm()
    /// What can be done to several items.
    var selection = ItemSelectionForm()
    /// Whether anything narrows the list.
    var isFiltered = false
    /// The list without any filter, sorted as it is.
    var clearPath = ""

    /// `My order`, or how else the list is sorted.
    var sortLabel = "My order"
    var sorts: [SortLink] = []
    var nameSort: SortLink
    var typeSort: SortLink
    var valueSort: SortLink
    var dateSort: SortLink
}
