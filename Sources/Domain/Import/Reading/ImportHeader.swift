/// Which column stands where.
struct ImportHeader: Sendable {
    /// Where the cells of a column go.
    struct Place: Sendable, Hashable {
        let column: ImportColumn
        /// What stands before a cell in the notes, nil for a text that is there by itself; the name of a
        /// field of the household's own.
        var label: String?

        /// Whether cells of several columns of a file go there together.
        var isShared: Bool { column == .notes || column == .fields }
    }

    /// The names of the columns, in the order of the file.
    let names: [String]
    /// Where the columns go, in the order of the file; nil for those that are not read.
    private(set) var places: [Place?] = []
    /// Columns that the header names twice.
    private(set) var repeated: [ImportColumn] = []
    /// Names that a person gave a column which a file of this kind has not.
    private(set) var misplaced: [String] = []
    /// The program that wrote it.
    let origin: ImportOrigin?

    /// - Parameters:
    ///   - hasOwnNames: whether the names are those of this program, as in JSON: beside the column of
    ///     a name, what is only another word for it is not read. Default: false.
    ///   - unnamed: the places of columns that have no name in the file, and go where a person says.
    ///   - guesses: whether a column may go where its name leaves that open. Default: true.
    init(
        _ names: [String], kind: ImportKind, mapping: ColumnMapping = ColumnMapping(),
        hasOwnNames: Bool = false, unnamed: Set<Int> = [], guesses: Bool = true
    ) {
        self.names = names
        origin = ImportOrigin(names).flatMap { $0.kind == kind ? $0 : nil }
        for (index, name) in names.enumerated() {
            let target = mapping.target(of: name)
            var place =
                target == nil && unnamed.contains(index) ? nil : self.place(of: name, target, kind)
            if target == nil, origin?.isOfPerson(index, names) == true {
                place = note(name)
            }
            if hasOwnNames, target == nil, let own = place, !own.isShared,
                name != own.column.rawValue, names.contains(own.column.rawValue)
            {
                place = nil
            }
            if let taken = place, !taken.isShared, columns.contains(taken.column) {
                if let origin, target == nil {
                    place = origin.keepsRest ? note(name) : nil
                } else {
                    repeated.append(taken.column)
                }
            }
            if case .column(let column)? = target, !kind.columns.contains(column) {
                misplaced.append("\(name) = \(column.rawValue)")
            }
            places.append(place)
        }
        if let origin {
            let stopgaps = origin.stopgaps.compactMap { stopgap in
                names.firstIndex { ImportColumn.simplified($0) == stopgap }
            }
            if !columns.contains(.itemName), let first = stopgaps.first {
                places[first] = Place(column: .itemName)
            }
        } else if guesses, !hasOwnNames {
            guess(kind, mapping, unnamed)
        }
    }

    /// The columns that are read, each once.
    var columns: [ImportColumn] {
        var columns: [ImportColumn] = []
        for case let place? in places where !place.isShared || !columns.contains(place.column) {
            columns.append(place.column)
        }
        // What an item has no place for goes there, whether or not the file has notes.
        if origin?.keepsRest == true, places.count == names.count, !columns.contains(.notes) {
            columns.append(.notes)
        }
        return columns
    }

    /// The names of the columns that are not read.
    var ignored: [String] { zip(names, places).compactMap { $1 == nil ? $0 : nil } }

    private func place(
        of name: String, _ target: ColumnMapping.Target?, _ kind: ImportKind
    ) -> Place? {
        switch target {
        case .nowhere: return nil
        case .column(.notes): return note(name)
        case .column(.fields): return field(fieldName(of: name) ?? name)
        case .column(let column):
            return kind.columns.contains(column) ? Place(column: column) : nil
        case nil: break
        }
        if let known = origin?.column(named: name) {
            return known.map { $0 == .notes ? note(name) : Place(column: $0) }
        }
        if origin?.keepsRest == false { return nil }
        if kind == .items, let field = fieldName(of: name) { return self.field(field) }
        if let column = ImportColumn(named: name, kind: kind), column != .fields {
            return column == .notes ? note(name) : Place(column: column)
        }
        guard let origin, !name.allSatisfy(\.isWhitespace) else { return nil }
        return origin.isOwnField(name) ? field(name) : note(name)
    }

    /// Gives columns that nothing was found for what may mean them: the title that forms have for a field, and
    /// what is a name only as long as nothing else is.
    private mutating func guess(_ kind: ImportKind, _ mapping: ColumnMapping, _ unnamed: Set<Int>) {
        for column in kind.columns where !columns.contains(column) && column != .fields {
            let guesses =
                [ImportColumn.simplified(column.label(in: kind))]
                + (kind.description.guesses[column] ?? [])
            let found = guesses.compactMap { guess in
                names.indices.first {
                    places[$0] == nil && !unnamed.contains($0)
                        && mapping.target(of: names[$0]) == nil
                        && ImportColumn.simplified(names[$0]) == guess
                }
            }
            if let index = found.first {
                places[index] = column == .notes ? note(names[index]) : Place(column: column)
            }
        }
    }

    /// The field of the household's own that a column is by its name: `fields.NAME`, as this program
    /// writes it, or `HB.field.NAME`; nil for any other.
    private func fieldName(of name: String) -> String? {
        let prefix = origin?.fieldPrefix ?? "fields."
        guard name.lowercased().hasPrefix(prefix) else { return nil }
        let rest = ImportRow.oneLine(String(name.dropFirst(prefix.count)))
        return rest.isEmpty ? nil : rest
    }

    /// A place among the fields of the household's own.
    private func field(_ name: String) -> Place {
        Place(column: .fields, label: ImportRow.oneLine(name))
    }

    /// A place in the notes. What is a note itself stands there without a name.
    private func note(_ name: String) -> Place {
        let isNote = ImportColumn(named: name, kind: .items) == .notes
        return Place(column: .notes, label: isNote ? nil : origin?.label(of: name) ?? name)
    }
}
