/// The names in a header, which may be those of any kind.
struct HeaderNames {
    /// The names, in the order of the file.
    let all: [String]

    init(_ names: [String]) {
        all = names
    }

    /// Whether one of some columns is among them, in a file of a kind.
    func has(_ kind: ImportKind, _ columns: ImportColumn...) -> Bool {
        let found = ImportHeader(all, kind: kind).columns
        return columns.contains { found.contains($0) }
    }

    /// Whether a name is among them, however it is written.
    func contains(_ name: String) -> Bool {
        all.contains { ImportColumn.simplified($0) == name }
    }
}
