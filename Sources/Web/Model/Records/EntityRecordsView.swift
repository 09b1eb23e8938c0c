/// The records of an entity on its page.
struct EntityRecordsView: Sendable {
    /// `1,284 records`, `12 of 1,284 records`.
    var summary: String
    var csvPath: String
    var jsonPath: String
    /// The same list without search and filters.
    var clearPath: String
    var search: ListSearch
    var filter: PredicateForm

    // What the list is showing; exactly one of these is true.
    var isEmpty = false
    var isNothingFound = false
    var isRefused = false

    var columns: [Column] = []
    var rows: [Row] = []
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// The head of a column.
    struct Column: Sendable {
        var label: String
        var isNumber: Bool
        var isSortable: Bool
        /// The ways to sort by it; one of them, or none.
        var sort: [SortLink]
        var isAscending: Bool
        var isDescending: Bool
    }

    /// A record.
    struct Row: Sendable {
        var number: String
        /// The element of the page that is this row.
        var anchor: String
        /// The list with this record alone.
        var path: String
        /// The entity, where it is another one than the list's.
        var kind: String
        var cells: [Cell]
    }

    /// The value of a property.
    struct Cell: Sendable {
        var text: String
        var isNumber = false
        var path = ""
        var isLink = false
        var isNone = false
    }
}
