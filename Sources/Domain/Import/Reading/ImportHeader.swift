/// The targets of the columns in a header.
struct ImportHeader: Sendable {
    /// The target of a column's cells.
    struct Place: Sendable, Hashable {
        let column: ImportColumn
        /// The label of a cell in the notes, nil for a text without a label; or the name of a
        /// custom field.
        var label: String?

        /// Whether several columns of a file can have this target.
        var isShared: Bool { column == .notes || column == .fields }
    }

    /// The names of the columns, in the order of the file.
    let names: [String]
    /// The targets of the columns, in the order of the file; nil for ignored ones.
    private(set) var places: [Place?] = []
    /// The columns that the header has twice.
    private(set) var repeated: [ImportColumn] = []
    /// The chosen columns that a file of this kind does not have.
    private(set) var misplaced: [String] = []
    /// The program that wrote the file.
    let origin: ImportOrigin?

    /// - Parameters:
    ///   - hasOwnNames: whether the names are those of this program, as in JSON: if a column has
    ///     its own name, its synonyms are ignored. Default: false.
    ///   - unnamed: the indexes of columns without a name in the file, which need a choice.
    ///   - guesses: whether unclear names may be guessed. Default: true.
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
            if target == nil, origin?.isOfPerson(index, names) == true { place = note(name) }
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

    /// The accepted columns, without duplicates.
    var columns: [ImportColumn] {
        var columns: [ImportColumn] = []
        for case let place? in places where !place.isShared || !columns.contains(place.column) {
            columns.append(place.column)
        }
        // Unknown values become notes, even if the file has no notes.
        if origin?.keepsRest == true, places.count == names.count, !columns.contains(.notes) {
            columns.append(.notes)
        }
        return columns
    }

    var ignored: [String] { zip(names, places).compactMap { $1 == nil ? $0 : nil } }

    private func place(
        of name: String, _ target: ColumnMapping.Target?, _ kind: ImportKind
    ) -> Place? {
        switch target {
        case .nowhere: return nil
        case .column(.notes): return note(name)
        case .column(.fields): return field(fieldName(of: name) ?? name)
        case .column(let column): return kind.column(column).map { Place(column: $0) }
        case nil: break
        }
        if let known = origin?.column(named: name) {
            return known.map { $0 == .notes ? note(name) : Place(column: $0) }
        }
        if origin?.keepsRest == false { return nil }
        if kind.columns.contains(.fields), let field = fieldName(of: name) {
            return self.field(field)
        }
        if let column = ImportColumn(named: name, kind: kind), column != .fields {
            return column == .notes ? note(name) : Place(column: column)
        }
        guard let origin, !name.allSatisfy(\.isWhitespace) else { return nil }
        return origin.isOwnField(name) ? field(name) : note(name)
    }

    /// Guesses columns for names without a meaning yet: labels of form fields, and words that mean
    /// a name only if no other column does.
    private mutating func guess(_ kind: ImportKind, _ mapping: ColumnMapping, _ unnamed: Set<Int>) {
        for column in kind.columns where !columns.contains(column) && column != .fields {
            let guesses =
                [ImportColumn.simplified(column.label(in: kind))]
                + (kind.guesses[column] ?? [])
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

    /// The custom field of a column: `fields.NAME`, as this program writes it, or `HB.field.NAME`;
    /// nil for other columns.
    private func fieldName(of name: String) -> String? {
        let prefix = origin?.fieldPrefix ?? "fields."
        guard name.lowercased().hasPrefix(prefix) else { return nil }
        let rest = ImportRow.oneLine(String(name.dropFirst(prefix.count)))
        return rest.isEmpty ? nil : rest
    }

    private func field(_ name: String) -> Place {
        Place(column: .fields, label: ImportRow.oneLine(name))
    }

    /// The target in the notes, without a label for a column of notes.
    private func note(_ name: String) -> Place {
        let isNote = ImportColumn(named: name, kind: .items) == .notes
        return Place(column: .notes, label: isNote ? nil : origin?.label(of: name) ?? name)
    }
}
