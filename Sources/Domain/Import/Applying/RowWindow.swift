/// The rows that are being imported: all of a file, or those of a part, each at its place in the file.
struct RowWindow: MutableCollection, RandomAccessCollection {
    private var rows: [RowProgress]
    private let start: Int

    /// - Parameter start: the place of the first one in the file.
    init(_ rows: [ImportRow], from start: Int) {
        self.rows = rows.map(RowProgress.init)
        self.start = start
    }

    var startIndex: Int { start }
    var endIndex: Int { start + rows.count }

    subscript(index: Int) -> RowProgress {
        get { rows[index - start] }
        _modify { yield &rows[index - start] }
    }
}
