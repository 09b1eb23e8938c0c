/// A row of a list: the name as a link, and a cell for each further column.
struct ListRow: Sendable {
    static let template = "_list_row"

    /// The `id` of the row.
    var anchor: String
    var path: String
    var name: String
    /// Whether the record is out of use.
    var isDim = false
    /// A word after the name: `retired`.
    var pill = ""
    /// The text under the name.
    var small = ""
    var cells: [ListCell]

    init(
        anchor: String, path: String, name: String, isDim: Bool = false, pill: String = "",
        small: String = "", _ cells: [ListCell]
    ) {
        self.anchor = anchor
        self.path = path
        self.name = name
        self.isDim = isDim
        self.pill = pill
        self.small = small
        self.cells = cells
    }
}

extension ListRow: FramedFragment {
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&anchor)
        visit(&path)
        visit(&name)
        visit(&pill)
        visit(&small)
        for index in cells.indices { cells[index].visitTexts(visit) }
    }
}
