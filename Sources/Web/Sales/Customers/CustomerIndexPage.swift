import Mustache

/// The list of customers.
struct CustomerIndexPage: TemplatePage {
    static let template = "sales/customers/index"

    var layout: LayoutPage
    /// `3 customers, 58 sales, $1,326.10`.
    var summary: String
    var newPath: String
    var csvPath: String
    var jsonPath: String

    // What the list is showing; exactly one of these is true.
    var hasRows = false
    /// There is no customer at all.
    var isEmpty = false
    /// No customer matches, or the page is beyond the last one.
    var isNothingFound = false
    /// The filters cannot be read; the answer is 422.
    var isRefused = false
    /// What was searched for, in words, for the page that found nothing.
    var nothingFoundText = ""

    var rows: [CustomerRow] = []
    /// `Total of 3 customers`.
    var totalLabel = ""
    var totalCount = ""
    var totalCountUnit = ""
    var totalAmount = ""
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    var filter: PredicateForm
    /// The list without any filter, sorted as it is.
    var clearPath: String
    /// `Name`, or how else the list is sorted.
    var sortLabel: String
    var sorts: [SortLink]
    var nameSort: SortLink
    var contactSort: SortLink
    var countSort: SortLink
    var totalSort: SortLink
    var lastSort: SortLink
}

extension CustomerIndexPage: MustacheParent {
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
        case "totalCount": totalCount
        case "totalCountUnit": totalCountUnit
        case "totalAmount": totalAmount
        case "paging": paging
        case "filter": filter
        case "clearPath": clearPath
        case "sortLabel": sortLabel
        case "sorts": sorts
        case "nameSort": nameSort
        case "contactSort": contactSort
        case "countSort": countSort
        case "totalSort": totalSort
        case "lastSort": lastSort
        default: nil
        }
    }
}
