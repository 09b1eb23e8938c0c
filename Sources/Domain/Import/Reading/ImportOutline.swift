/// The columns of a file, and where they go: what a person has to see who says it otherwise.
public struct ImportOutline: Sendable, Hashable {
    /// A column of a table, or an attribute of a store.
    public struct Column: Sendable, Hashable {
        /// The name in the file.
        public let name: String
        /// Where it goes; nil if it is not read.
        public let column: ImportColumn?
        /// What stands in the first rows, shortened.
        public let samples: [String]
    }

    /// What the rows are; nil if the file does not say it.
    public let kind: ImportKind?
    /// The entities of a store whose records may be items; empty for a table.
    public var entities: [String] = []
    /// The entity that is read; nil for a table, and for a store in which none is known.
    public var entity: String?
    /// The columns, in the order of the file.
    public let columns: [Column]
    /// Whether a cell looks like the number of a card, wherever it goes; such a file is not kept. Not
    /// looked for in stores.
    public var hasCardNumber = false

    /// How it reads in each encoding that it can be in; empty if the file says itself what it is in.
    public var encodings: [EncodingSample] = []

    /// How many rows are looked at.
    static let sampleCount = 3
    private static let sampleLength = 40

    /// A cell as it is shown: short, and without what looks like the number of a card.
    static func sample(_ text: String) -> String {
        let line = ImportRow.oneLine(text)
        guard !CardNumber.looksLikeCardNumber(line) else { return "…" }
        return line.count > sampleLength ? line.prefix(sampleLength) + "…" : line
    }
}
