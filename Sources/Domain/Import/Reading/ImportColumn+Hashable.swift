/// Cells are looked up by their columns some hundred times for each row: by the place of the column, and not by its
/// name, which Swift takes of what has a raw value.
extension ImportColumn {
    public static func == (first: ImportColumn, second: ImportColumn) -> Bool {
        first.place == second.place
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(place)
    }
}
