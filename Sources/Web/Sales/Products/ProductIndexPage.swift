import Mustache

/// The list of products.
struct ProductIndexPage: TemplatePage {
    static let template = "sales/products/index"

    var layout: LayoutPage
    /// `12 products, 58 sold, $1,326.10`.
    var summary: String
    var newPath: String
    var csvPath: String
    var jsonPath: String

    // What the list is showing; exactly one of these is true.
    var hasRows = false
    /// There is no product at all.
    var isEmpty = false
    /// No product matches, or the page is beyond the last one.
    var isNothingFound = false
    /// The filters cannot be read; the answer is 422.
    var isRefused = false
    /// What was searched for, in words, for the page that found nothing.
    var nothingFoundText = ""

    var rows: [ProductRow] = []
    /// `Total of 12 products`.
    var totalLabel = ""
    var totalQuantity = ""
    var totalAmount = ""
    var paging = Paging(page: 1, perPage: 50, total: 0) { _ in "" }

    /// On sale, and retired.
    var chips: [FilterChip] = []
    var filter: PredicateForm
    /// The list without any filter, sorted as it is.
    var clearPath: String
    var sortLabel: String
    var sorts: [SortLink]
    var nameSort: SortLink
    var priceSort: SortLink
    var quantitySort: SortLink
    var totalSort: SortLink
}

extension ProductIndexPage: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "layout": layout
        case "summary": summary
        case "newPath": newPath
        case "csvPath": csvPath
        case "jsonPath": jsonPath
        case "hasRows": hasRows
        case "isEmpty": isEmpty
        case "isNothingFound": isNothingFound
        case "isRefused": isRefused
        case "nothingFoundText": nothingFoundText
        default: listChild(named: name)
        }
    }

    private func listChild(named name: String) -> Any? {
        switch name {
        case "rows": rows
        case "totalLabel": totalLabel
        case "totalQuantity": totalQuantity
        case "totalAmount": totalAmount
        case "paging": paging
        case "chips": chips
        case "filter": filter
        case "clearPath": clearPath
        case "sortLabel": sortLabel
        case "sorts": sorts
        case "nameSort": nameSort
        case "priceSort": priceSort
        case "quantitySort": quantitySort
        case "totalSort": totalSort
        default: nil
        }
    }
}
