import HTTPTypes

/// A list as a table, whose rows become cards on narrow screens (`_list`).
struct ListTable: Sendable {
    /// `Products, sorted by: Name`.
    var caption: String
    /// Whether the caption is visible, as the title of the table.
    var isTitled = false
    /// The CSS class, which decides the places of the cells in a card.
    var style = Style.records.rawValue
    var heads: [ListHead]
    var rows: [ListRow] = []
    /// `Total of 12 products`.
    var totalLabel = ""
    var totals: [ListCell] = []
    /// Whether the rows begin with photos.
    var hasPhotos = false
    /// Whether the types of its records are hidden, because all are the same.
    var isOfOneType = false

    /// Whether the rows can be moved.
    var hasMoves = false
    /// Whether the first and the last record of the list are among them.
    var isStart = false
    var isEnd = false
    /// The action of the form that moves a row, with `{key}` in the place of its key.
    var positionPath = ""
    /// The index of the first row in the whole list, from 0.
    var offset = ""

    /// The places of the cells in a card.
    enum Style: String, Sendable, CaseIterable {
        /// Any records.
        case records = "list--records"
        /// What a customer bought, or who bought a product.
        case purchases = "list--purchases"
        /// The entries of a stock.
        case stock = "list--stock"
        /// Totals of sales by group.
        case totals = "list--totals"
        /// Totals of sales by tax rate.
        case taxes = "list--taxes"
    }
}

extension ListTable {
    /// A table without sorting, on the page of another record.
    init(_ caption: String, _ columns: [ListColumn]) {
        self.init(caption: caption, heads: columns.map { ListHead($0.label, $0.kind) })
    }

    /// Sets the rows, and the row of totals if there is one.
    mutating func fill(_ rows: [ListRow], totalLabel: String = "", totals: [ListCell] = []) {
        self.rows = rows.map { row in
            var row = row
            row.cells = styled(row.cells)
            (row.hasPhoto, row.hasMoves) = (hasPhotos, hasMoves)
            return row
        }
        self.totalLabel = totalLabel
        self.totals = styled(totals)
    }

    /// Lets the rows be moved, before they are set.
    ///
    /// - Parameters:
    ///   - query: the view, which shows the whole list in its order.
    ///   - isEnd: whether the last record is on the page.
    mutating func allowMoves(to positionPath: String, _ query: ListQuery, isEnd: Bool) {
        hasMoves = true
        self.positionPath = positionPath
        offset = String(query.offset)
        isStart = query.page == 1
        self.isEnd = isEnd
    }

    private func styled(_ cells: [ListCell]) -> [ListCell] {
        zip(cells, heads.dropFirst()).map { cell, head in
            var cell = cell
            cell.style = head.style
            return cell
        }
    }
}

extension ListTable: TemplateValue {
    /// The table, whose rows only people can move who may.
    func served(by rendering: Rendering) -> Any? {
        guard !rendering.offers(.post, positionPath) else { return rendering.members(of: self) }
        var table = self
        (table.hasMoves, table.positionPath, table.offset) = (false, "", "")
        for index in rows.indices { table.rows[index].hasMoves = false }
        return rendering.members(of: table)
    }
}
