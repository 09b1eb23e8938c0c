/// A type that went into another one, and the items that it had.
struct AssetTypeMerge: Sendable, Codable {
    let label: String
    /// The record numbers of the items.
    let items: [Int64]
    /// How many of them were not in the trash; nil in what an earlier version has kept.
    let listedCount: Int?
    /// The number of the type that they have now.
    let into: Int64
}
