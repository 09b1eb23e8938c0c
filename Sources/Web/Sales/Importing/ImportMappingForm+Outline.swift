import Domain

extension ImportMappingForm {
    /// The form for a file, as it is read now.
    init(_ outline: ImportOutline, path: String, isOpen: Bool, _ place: ImportPlace) {
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
        hasColumns = !columns.isEmpty
        hasKinds = !kinds.isEmpty
        hasEntities = !entities.isEmpty
    }

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
                    label: "\(target.label(in: kind)) (\(target.rawValue))",
                    isSelected: target == column.column)
            }
    }
}
