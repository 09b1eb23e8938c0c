/// A row of a list: the name as a link, and a cell for each further column.
struct ListRow: Sendable {
    static let template = "_list_row"

    /// The `id` of the row; empty for none.
    var anchor: String
    /// The target of the name; empty for none.
    var path: String
    var name: String
    /// Whether the record is out of use.
    var isDim = false
    /// A word after the name: `retired`.
    var pill = ""
    /// The text under the name.
    var small = ""
    var cells: [ListCell]

    /// Whether it begins with a photo, and the address of the photo.
    var hasPhoto = false
    var thumbnailPath = ""
    /// The value of the box that chooses the record; empty for none.
    var key = ""
    /// Whether that box is ticked.
    var isTicked = false
    /// Whether it can be moved, and the action of the form that does. Without one, a script adds
    /// the form of the table.
    var hasMoves = false
    var positionPath = ""

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
        visit(&thumbnailPath)
        visit(&key)
        visit(&positionPath)
        for index in cells.indices { cells[index].visitTexts(visit) }
    }
}
