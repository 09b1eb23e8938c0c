import Domain

/// The form in which a person says how a file is read: where its columns go, how its characters are written, and
/// whether the day or the month comes first.
struct ImportMappingForm: Sendable {
    /// A column of the file, with the choice of where it goes.
    struct Column: Sendable {
        /// `map-3`
        var id: String
        /// The name in the file.
        var name: String
        /// What stands in the first rows.
        var samples: String
        /// Values are `Their name=itemName`, as on the command line.
        var options: [SelectOption]
    }

    /// An encoding that the file can be in.
    struct Encoding: Sendable {
        var value: String
        /// `Windows-1252 (Western Europe)`
        var label: String
        /// What the file says in it.
        var sample: String
        var isSelected = false
    }

    /// A column with days that can be read in two ways.
    struct Days: Sendable {
        /// `dates-0`
        var id: String
        /// The name in the file.
        var name: String
        /// The first of them.
        var text: String
        /// Values are `Their name=day-first`, as on the command line.
        var options: [SelectOption]
    }

    /// Where the form is posted.
    var path: String
    /// What it is about.
    var title = "Match the columns"
    /// Whether it is open from the beginning.
    var isOpen = false
    /// What the rows may be; empty for a store.
    var kinds: [SelectOption] = []
    /// The encodings to choose from; empty for a file that says itself what it is in.
    var encodings: [Encoding] = []
    /// The columns of which a person says whether the day or the month comes first.
    var days: [Days] = []
    /// The entities whose records may be read; empty for a table.
    var entities: [SelectOption] = []
    /// `Column` or `Attribute`.
    var columnLabel: String
    var columns: [Column]
}

extension ImportMappingForm {
    /// The form for a file of which nothing but its encoding is asked yet.
    init(_ samples: [EncodingSample], path: String) {
        self.init(path: path, isOpen: true, columnLabel: "", columns: [])
        show(samples, chosen: nil)
    }

    /// The form for a file, as it is read now. On the page of the sales its columns go where their names say.
    init(_ outline: ImportOutline, path: String, isOpen: Bool, _ place: ImportPlace) {
        guard place == .everything else {
            self.init(path: path, isOpen: isOpen, columnLabel: "", columns: [])
            title = "How it is read"
            return
        }
        let kind = outline.kind ?? .items
        self.init(
            path: path, isOpen: isOpen,
            columnLabel: outline.entities.isEmpty ? "Column" : "Attribute",
            columns: outline.columns.enumerated().map { index, column in
                Column(
                    id: "map-\(index)", name: column.name,
                    samples: column.samples.joined(separator: " · "),
                    options: Self.options(column, kind))
            })
        if outline.entities.isEmpty {
            kinds = place.kinds.map {
                SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0 == outline.kind)
            }
            if outline.kind == nil {
                kinds.insert(SelectOption(value: "", label: "Choose", isSelected: true), at: 0)
            }
        } else {
            entities = outline.entities.map {
                SelectOption(value: $0, label: $0, isSelected: $0 == outline.entity)
            }
            if outline.entity == nil {
                entities.insert(SelectOption(value: "", label: "Choose", isSelected: true), at: 0)
            }
        }
    }

    /// Offers the encodings that a file can be in.
    mutating func show(_ samples: [EncodingSample], chosen: CSVEncoding?) {
        encodings = samples.map {
            Encoding(
                value: $0.encoding.rawValue, label: $0.encoding.label, sample: $0.text,
                isSelected: $0.encoding == chosen)
        }
    }

    /// Asks for the order of days.
    mutating func show(_ columns: [OpenDayColumn]) {
        days = columns.enumerated().map { index, column in
            let choices = [
                ("", "Choose"), (DayOrder.dayFirst.rawValue, "\(column.dayFirst), the day first"),
                (DayOrder.monthFirst.rawValue, "\(column.monthFirst), the month first"),
            ]
            return Days(
                id: "dates-\(index)", name: column.name, text: column.text,
                options: choices.map { value, label in
                    SelectOption(
                        value: "\(column.name)=\(value)", label: label,
                        isSelected: value == column.order?.rawValue ?? "")
                })
        }
        if !days.isEmpty { isOpen = true }
    }

    /// Whether it asks for anything.
    var isNeeded: Bool { !columns.isEmpty || !encodings.isEmpty || !days.isEmpty }

    private static func options(
        _ column: ImportOutline.Column, _ kind: ImportKind
    ) -> [SelectOption] {
        let none = SelectOption(
            value: column.name + "=", label: "Leave out", isSelected: column.column == nil)
        var targets = kind.columns
        // A picture of a store, which no table has.
        if column.column == .thumbnail { targets.append(.thumbnail) }
        return [none]
            + targets.map { target in
                SelectOption(
                    value: "\(column.name)=\(target.rawValue)",
                    label: target.label(in: kind),
                    isSelected: target == column.column)
            }
    }
}
