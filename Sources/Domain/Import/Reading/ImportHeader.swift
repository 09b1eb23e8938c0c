/// Which column stands where.
struct ImportHeader: Sendable, Hashable {
    /// Where the cells of a column go.
    struct Place: Sendable, Hashable {
        let column: ImportColumn
        /// What stands before a cell in the notes, nil for a text that is there by itself; the name of a
        /// field of the household's own.
        var label: String?

        /// Whether cells of several columns go there together.
        var isShared: Bool { column.isShared }
    }

    /// The names of the columns, in the order of the file.
    let names: [String]
    /// Where the columns go, in the order of the file; nil for those that are not read.
    let places: [Place?]
    /// The names of the columns that are not read.
    let ignored: [String]
    /// Columns that the header names twice.
    let repeated: [ImportColumn]
    /// Names that a person gave a column which a file of this kind has not.
    let misplaced: [String]
    /// The program that wrote it.
    let origin: ImportOrigin?
    /// The columns that name a record whose own name is empty.
    let stopgaps: [Int]

    /// - Parameter hasOwnNames: whether the names are those of this program, as in JSON: beside the column of
    ///   a name, what is only another word for it is not read. Default: false.
    init(
        _ names: [String], kind: ImportKind, mapping: ColumnMapping = ColumnMapping(),
        hasOwnNames: Bool = false
    ) {
        let origin = kind == .items ? ImportOrigin(names) : nil
        var places: [Place?] = []
        var (ignored, misplaced): ([String], [String]) = ([], [])
        var repeated: [ImportColumn] = []
        for name in names {
            let target = mapping.target(of: name)
            var place = Self.place(of: name, target, kind, origin)
            if hasOwnNames, target == nil, let own = place?.column, !own.isShared,
                name != own.rawValue, names.contains(own.rawValue)
            {
                place = nil
            }
            if let column = place?.column, !column.isShared,
                places.contains(where: { $0?.column == column })
            {
                if origin != nil, target == nil {
                    place = Self.note(name, origin)
                } else {
                    repeated.append(column)
                }
            }
            if case .column(let column)? = target, !kind.columns.contains(column) {
                misplaced.append("\(name) = \(column.rawValue)")
            }
            if place == nil, !name.allSatisfy(\.isWhitespace) { ignored.append(name) }
            places.append(place)
        }
        let stopgaps = (origin?.stopgaps ?? []).compactMap { stopgap in
            names.firstIndex { ImportColumn.simplified($0) == stopgap }
        }
        if !places.contains(where: { $0?.column == .itemName }), let first = stopgaps.first {
            places[first] = Place(column: .itemName)
        }
        self.names = names
        self.places = places
        self.ignored = ignored
        self.repeated = repeated
        self.misplaced = misplaced
        self.origin = origin
        self.stopgaps = stopgaps
    }

    /// The columns that are read, each once.
    var columns: [ImportColumn] {
        var columns: [ImportColumn] = []
        for case let place? in places where !place.isShared || !columns.contains(place.column) {
            columns.append(place.column)
        }
        // What an item has no place for goes there, whether or not the file has notes.
        if origin != nil, !columns.contains(.notes) { columns.append(.notes) }
        return columns
    }

    private static func place(
        of name: String, _ target: ColumnMapping.Target?, _ kind: ImportKind,
        _ origin: ImportOrigin?
    ) -> Place? {
        switch target {
        case .nowhere: return nil
        case .column(.notes): return note(name, origin)
        case .column(.fields): return field(ImportOrigin.fieldName(of: name, origin) ?? name)
        case .column(let column):
            return kind.columns.contains(column) ? Place(column: column) : nil
        case nil: break
        }
        if let origin, origin.notes(name) { return note(name, origin) }
        if kind == .items, let field = ImportOrigin.fieldName(of: name, origin) {
            return origin?.column(ofField: field).map { Place(column: $0) } ?? Self.field(field)
        }
        if let column = ImportColumn(named: name, kind: kind), column != .fields {
            return column == .notes ? note(name, origin) : Place(column: column)
        }
        let isBlank = name.allSatisfy(\.isWhitespace)
        if let origin, !isBlank, origin.isOwnField(name) { return field(name) }
        return origin != nil && !isBlank ? note(name, origin) : nil
    }

    /// A place among the fields of the household's own.
    private static func field(_ name: String) -> Place {
        Place(column: .fields, label: ImportRow.oneLine(name))
    }

    /// A place in the notes. What is a note itself stands there without a name.
    private static func note(_ name: String, _ origin: ImportOrigin?) -> Place {
        let isNote = ImportColumn(named: name, kind: .items) == .notes
        return Place(column: .notes, label: isNote ? nil : origin?.label(of: name) ?? name)
    }
}

extension ImportColumn {
    /// Whether cells of several columns of a file go there together.
    fileprivate var isShared: Bool { self == .notes || self == .fields }
}
