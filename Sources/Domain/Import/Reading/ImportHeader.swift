/// Which column stands where.
struct ImportHeader: Sendable, Hashable {
    /// The columns in the order of the file; nil for those that are not read.
    let places: [ImportColumn?]
    /// The names of the columns that are not read.
    let ignored: [String]
    /// Columns that the header names twice.
    let repeated: [ImportColumn]

    init(_ names: [String], kind: ImportKind) {
        var places: [ImportColumn?] = []
        var ignored: [String] = []
        var repeated: [ImportColumn] = []
        for name in names {
            let column = ImportColumn(named: name, kind: kind)
            if let column, places.contains(column) { repeated.append(column) }
            if column == nil, !name.allSatisfy(\.isWhitespace) { ignored.append(name) }
            places.append(column)
        }
        self.places = places
        self.ignored = ignored
        self.repeated = repeated
    }

    var columns: [ImportColumn] { places.compactMap { $0 } }
}
