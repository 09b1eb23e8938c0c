import Domain

/// The form with the choices about reading a file: the targets of the columns, the encoding, and the order of
/// day and month.
struct ImportMappingForm: Sendable {
    /// A column of the file, with its target.
    struct Column: Sendable {
        /// `map-3`
        var id: String
        /// The name in the file.
        var name: String
        /// The cells of the first rows.
        var samples: String
        /// The targets, with values as on the command line: `Their name=itemName`.
        var options: [SelectOption]
    }

    /// A possible encoding of the file.
    struct Encoding: Sendable {
        var value: String
        /// `Windows-1252 (Western Europe)`
        var label: String
        /// A sample of the text in this encoding.
        var sample: String
        var isSelected = false
    }

    /// A column with ambiguous days.
    struct Days: Sendable {
        /// `dates-0`
        var id: String
        /// The name in the file.
        var name: String
        /// The first of the days.
        var text: String
        /// The orders, with values as on the command line: `Their name=day-first`.
        var options: [SelectOption]
    }

    /// The action of the form.
    var path: String
    var title = "Match the columns"
    /// Whether the form is expanded at first.
    var isOpen = false
    /// The kinds of records to choose from; empty for a store.
    var kinds: [SelectOption] = []
    /// The encodings to choose from; empty if the file declares its encoding.
    var encodings: [Encoding] = []
    /// The columns with ambiguous days.
    var days: [Days] = []
    /// The entities to choose from; empty for a table.
    var entities: [SelectOption] = []
    /// `Column` or `Attribute`.
    var columnLabel: String
    var columns: [Column]
}

extension ImportMappingForm {
    /// The form that asks only for the encoding.
    init(_ samples: [EncodingSample], path: String) {
        self.init(path: path, isOpen: true, columnLabel: "", columns: [])
        show(samples, chosen: nil)
    }

    /// The form for a file as it is read now. On the page of sales, the columns cannot be chosen.
    init(
        _ outline: ImportOutline, path: String, isOpen: Bool, _ place: ImportPlace,
        _ kinds: [ImportKind]
    ) {
        guard place == .everything else {
            self.init(path: path, isOpen: isOpen, columnLabel: "", columns: [])
            title = "How it is read"
            return
        }
        let kind = outline.kind.flatMap { kinds.named($0.rawValue) } ?? .items
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
            self.kinds = kinds.map {
                SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0 == outline.kind)
            }
            if outline.kind == nil {
                self.kinds.insert(
                    SelectOption(value: "", label: "Choose", isSelected: true), at: 0)
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

    /// Adds the possible encodings.
    mutating func show(_ samples: [EncodingSample], chosen: CSVEncoding?) {
        encodings = samples.map {
            Encoding(
                value: $0.encoding.rawValue, label: $0.encoding.label, sample: $0.text,
                isSelected: $0.encoding == chosen)
        }
    }

    /// Adds the columns with ambiguous days.
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

    /// Whether there is anything to choose.
    var isNeeded: Bool { !columns.isEmpty || !encodings.isEmpty || !days.isEmpty }

    private static func options(
        _ column: ImportOutline.Column, _ kind: ImportKind
    ) -> [SelectOption] {
        let none = SelectOption(
            value: column.name + "=", label: "Leave out", isSelected: column.column == nil)
        var targets = kind.columns
        // Only stores have pictures.
        if column.column == .thumbnail { targets.append(.thumbnail) }
        return [none]
            + targets.map { target in
                SelectOption(
                    value: "\(column.name)=\(target.rawValue)", label: target.label(in: kind),
                    isSelected: target == column.column)
            }
    }
}
