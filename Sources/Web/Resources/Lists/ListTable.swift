/// A list as a table, whose rows become cards on narrow screens (`_list`).
struct ListTable: Sendable {
    /// `Products, sorted by: Name`.
    var caption: String
    var heads: [ListHead]
    var rows: [ListRow] = []
    /// `Total of 12 products`.
    var totalLabel = ""
    var totals: [ListCell] = []
}

extension ListTable {
    /// Sets the rows, and the row of totals if there is one.
    mutating func fill(_ rows: [ListRow], totalLabel: String = "", totals: [ListCell] = []) {
        self.rows = rows.map { row in
            var row = row
            row.cells = styled(row.cells)
            return row
        }
        self.totalLabel = totalLabel
        self.totals = styled(totals)
    }

    private func styled(_ cells: [ListCell]) -> [ListCell] {
        zip(cells, heads.dropFirst()).map { cell, head in
            var cell = cell
            cell.style = head.style
            return cell
        }
    }
}
