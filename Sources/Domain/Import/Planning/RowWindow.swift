/// The rows of the part that is being imported, by their indexes in the file.
struct RowWindow: Sequence {
    /// The indexes, in order.
    let indices: [Int]
    private var rows: [RowProgress]
    /// The position of each row by index; nil for consecutive rows.
    private let positions: [Int: Int]?

    /// - Parameter rows: the rows with their indexes in the file, in order.
    init(_ rows: [(index: Int, row: ImportRow)]) {
        self.rows = rows.map { RowProgress($0.row) }
        indices = rows.map(\.index)
        let first = indices.first ?? 0
        let isWithoutGap = indices.last.map { $0 - first + 1 == rows.count } ?? true
        positions =
            isWithoutGap ? nil : Dictionary(uniqueKeysWithValues: zip(indices, self.rows.indices))
    }

    /// The index of the first row.
    var start: Int { indices.first ?? 0 }

    /// Whether the row with an index is one of them.
    func has(_ index: Int) -> Bool {
        if let positions { return positions[index] != nil }
        return index >= start && index < start + rows.count
    }

    subscript(index: Int) -> RowProgress {
        _read { yield rows[position(of: index)] }
        _modify { yield &rows[position(of: index)] }
    }

    private func position(of index: Int) -> Int { positions?[index] ?? index - start }

    func makeIterator() -> IndexingIterator<[RowProgress]> { rows.makeIterator() }
}
