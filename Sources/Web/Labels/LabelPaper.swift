import Domain

/// A sheet of labels, or a single label of a roll.
struct LabelPaper: Sendable {
    var labels: [Cell]

    /// A label, or an empty place that was used before.
    struct Cell: Sendable {
        var isUsed = false
        var code = LabelCode(address: "")
        var number = ""
        var name = ""
        var place = ""
    }

    /// Arranges labels on sheets.
    ///
    /// - Parameter skipped: the number of used places on the first sheet.
    static func papers(
        _ texts: [LabelText], on format: LabelFormat, skipping skipped: Int
    ) -> [LabelPaper] {
        let used = [Cell](
            repeating: Cell(isUsed: true), count: texts.isEmpty ? 0 : min(skipped, format.count))
        let cells =
            used
            + texts.map {
                Cell(code: $0.code, number: $0.number, name: $0.name, place: $0.place)
            }
        return stride(from: 0, to: cells.count, by: format.count).map { start in
            LabelPaper(labels: Array(cells[start..<min(start + format.count, cells.count)]))
        }
    }
}
