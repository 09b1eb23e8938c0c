import Mustache

/// A record in a list: its name, which leads to it, and a cell for each further column.
struct ListRow: Sendable {
    static let template = "_list_row"

    /// The `id` of the row.
    var anchor: String
    var path: String
    var name: String
    /// Whether the record is out of use.
    var isDim = false
    /// A word behind the name: `retired`.
    var hasPill = false
    var pill = ""
    /// Words under the name.
    var hasSmall = false
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
        hasPill = !pill.isEmpty
        self.small = small
        hasSmall = !small.isEmpty
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

    func child(named name: String) -> Any? {
        switch name {
        case "anchor": anchor
        case "path": path
        case "name": self.name
        case "isDim": isDim
        case "hasPill": hasPill
        case "pill": pill
        case "hasSmall": hasSmall
        case "small": small
        case "cells": cells
        default: nil
        }
    }
}
