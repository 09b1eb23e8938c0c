/// How a file is to be read, where it does not say it itself.
public struct ImportReading: Sendable, Hashable, Codable {
    /// What its rows are; nil to find it out from the file.
    public var kind: ImportKind?
    /// The entity of a store whose records are read; nil to find it out.
    public var entity: String?
    /// Where its columns go.
    public var mapping = ColumnMapping()
    /// How its characters are written, unless a mark in it says so; nil to find it out.
    public var encoding: CSVEncoding?
    /// Which part of a day comes first, where the rest of its column leaves that open; nil to ask.
    public var dayOrders: DayOrders?

    /// Everything is found out from the file.
    public init() {}

    /// What the rows of a file are whose columns have some names; nil if that is not clear.
    func kind(of names: [String]) -> ImportKind? {
        kind ?? ImportKind(header: names.map(mapping.name(of:)))
    }
}
