import Domain

/// The texts and links for a kind on the pages of an import.
struct ImportKindPages: Sendable {
    /// The list of the imported records.
    let list: SitePath
    /// The address of the export; nil for the list as CSV.
    var exportPath: SitePath?
    /// The effect of an import.
    let hint: String
    /// The label of the list; nil for the words of the kind.
    var listLabel: String?
    /// Further lists that show imported records.
    var further: [(label: String, path: SitePath)] = []
    /// Further lists whose records an import adds or changes.
    var fills: [SitePath] = []

    var export: SitePath { exportPath ?? list.csv }

    /// The lists whose records an import adds or changes.
    var filledLists: [SitePath] { [list] + fills }
}

extension Site {
    /// The texts and links of a kind, which may be that of a stored import; nil for one that no
    /// section has.
    func importPages(of kind: ImportKind) -> ImportKindPages? {
        if let pages = catalog.imports[kind] { return pages }
        let kind = household.importKinds.named(kind.rawValue) ?? kind
        guard let list = kind.description.flatMap({ catalog.lists[$0.entity] }) else { return nil }
        let titles = kind.identifyingColumns.map { $0.label(in: kind).lowercased() }
        return ImportKindPages(
            list: list,
            hint: "Adds and changes \(kind.words), matched by \(titles.choiceText).")
    }
}

extension ImportKind {
    /// `Customers`.
    var label: String { words.prefix(1).uppercased() + words.dropFirst() }
}
