/// The properties of a foreign model's records that are columns of a table. What a user has chosen comes
/// first, so that nothing else takes its column.
struct StoreSources {
    private let mapping: ColumnMapping
    private var chosen: [StoreTable.Source] = []
    private var recognized: [StoreTable.Source] = []

    init(_ mapping: ColumnMapping) {
        self.mapping = mapping
    }

    /// Each column has the first property for it; notes and fields have any number.
    var all: [StoreTable.Source] {
        (chosen + recognized).reduce(into: []) { sources, source in
            guard source.place.isShared || !sources.contains(where: { $0.column == source.column })
            else { return }
            sources.append(source)
        }
    }

    /// Adds a property if it is chosen or recognized.
    ///
    /// - Parameters:
    ///   - name: the name that users choose it by.
    ///   - takes: whether its values can be converted to those of a column.
    ///   - column: the column for its name and type; nil if it is not recognized.
    ///   - form: the content of the cells of a column. Default: the value at the end of the path.
    mutating func add(
        _ name: String, _ path: [String], takes: (ImportColumn) -> Bool,
        recognizedAs column: @autoclosure () -> ImportColumn?,
        _ form: (ImportColumn) -> StoreTable.Form = { _ in .value }
    ) {
        switch mapping.target(of: name) {
        case .nowhere: return
        case .column(let column) where takes(column):
            chosen.append(StoreTable.Source(name, path, column, form(column)))
        case .column: return
        case nil:
            guard let column = column() else { return }
            recognized.append(StoreTable.Source(name, path, column, form(column)))
        }
    }
}

extension StoreTable.Source {
    fileprivate init(
        _ name: String, _ path: [String], _ column: ImportColumn, _ form: StoreTable.Form
    ) {
        var place = ImportHeader.Place(column: column)
        let isNote = column == .notes && ImportColumn(named: name, kind: .items) == .notes
        if place.isShared, !isNote { place.label = name }
        self.init(name: name, place: place, path: path, form: form)
    }
}
