import Domain

/// The labels on a sheet of paper, or those of a roll, each on a sheet of its own.
struct LabelPaper: Sendable {
    var labels: [Cell]

    /// A label, or the place of one that was used up before.
    struct Cell: Sendable {
        var isUsed = false
        var code = LabelCode(address: "")
        var number = ""
        var name = ""
        var place = ""
    }

    /// Puts labels onto sheets.
    ///
    /// - Parameter skipped: the labels of the first sheet that are used up.
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
