/// What an import has to know of a kind, all in one place: a new kind is one of these, and what
/// it does with its rows.
struct ImportKindDescription: Sendable {
    /// The columns that are read, in the order in which an export has them.
    let columns: [ImportColumn]
    /// The columns of which one at least tells the record of a row.
    let identifyingColumns: [ImportColumn]
    /// What the rows are, in words; nil for the name of the kind.
    var words: String?
    /// What columns are called in such files, where that is not what they are called in others.
    var synonyms: [ImportColumn: [String]] = [:]
    /// The entities whose records such an import reads.
    let entities: Set<EntityName>
    /// What an import of the kind goes by.
    let bases: Set<ImportBasis>
    /// Whether a long table of it is imported in parts. Default: true.
    var comesInParts = true
    /// Whether a header is of the kind, if it is of none before it.
    let recognizes: @Sendable (HeaderNames) -> Bool
    /// Does what the rows say.
    let work: @Sendable (Importer) throws -> Void
}
