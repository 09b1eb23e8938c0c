/// The list of an entity's records.
struct EntityRecordsView: Sendable {
    /// The summary: `1,284 records`, `12 of 1,284 records`.
    var summary: String
    var csvPath: String
    var jsonPath: String
    /// The same list without search and filters.
    var clearPath: String
    var search: ListSearch
    var filter: PredicateForm

    // The state of the list; exactly one of these is true.
    var isEmpty = false
    var isNothingFound = false
    var isRefused = false

    var columns: [Column] = []
    var rows: [Row] = []
    var paging = Paging(ListQuery(), total: 0) { _ in "" }

    /// The header of a column.
    struct Column: Sendable {
        var label: String
        var isNumber: Bool
        var isSortable: Bool
        /// The links for sorting by it; at most one.
        var sort: [SortLink]
        var isAscending: Bool
        var isDescending: Bool
    }

    /// A record.
    struct Row: Sendable {
        var number: String
        /// The anchor of the row.
        var anchor: String
        /// The list with only this record.
        var path: String
        /// The entity if it differs from the list's.
        var kind: String
        var cells: [Cell]
    }

    struct Cell: Sendable {
        var text: String
        var isNumber = false
        var path = ""
        var isLink = false
        var isNone = false
    }
}
