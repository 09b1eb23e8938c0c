/// How a file is to be read, where it does not say it itself.
public struct ImportReading: Sendable, Hashable, Codable {
    /// What its rows are; nil to find it out from the file.
    public var kind: ImportKind?
    /// The entity of a store whose records are read; nil to find it out.
    public var entity: String?
    /// Where its columns go.
    public var mapping = ColumnMapping()

    /// Everything is found out from the file.
    public init() {}
}
