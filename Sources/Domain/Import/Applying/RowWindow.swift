/// The rows that are being imported: all of a file, or those of a part, each by its place in the file.
struct RowWindow: Sequence {
    /// The places, in order.
    let indices: [Int]
    private var rows: [RowProgress]
    /// Where each row is; nil if they follow each other in the file.
    private let positions: [Int: Int]?

    /// - Parameter indices: the places of the rows in the file, in order.
    init(_ rows: [ImportRow], at indices: some Sequence<Int>) {
        self.rows = rows.map { RowProgress($0) }
        self.indices = Array(indices)
        let first = self.indices.first ?? 0
        let isWithoutGap = self.indices.last.map { $0 - first + 1 == rows.count } ?? true
        positions =
            isWithoutGap
            ? nil : Dictionary(uniqueKeysWithValues: zip(self.indices, self.rows.indices))
    }

    /// The place of the first row.
    var start: Int { indices.first ?? 0 }

    /// Whether the row at a place is one of them.
    func has(_ index: Int) -> Bool {
        if let positions { return positions[index] != nil }
        return index >= start && index < start + rows.count
    }

    subscript(index: Int) -> RowProgress {
        get { rows[position(of: index)] }
        _modify { yield &rows[position(of: index)] }
    }

    private func position(of index: Int) -> Int { positions?[index] ?? index - start }

    func makeIterator() -> IndexingIterator<[RowProgress]> { rows.makeIterator() }
}
