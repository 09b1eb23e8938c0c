/// What became of photos that a source listed.
public struct PhotosTaken: Sendable, Hashable {
    /// How many are new.
    public var addedCount = 0
    /// How many have other bytes, or another title.
    public var changedCount = 0
    /// How many have another name, or are in another place.
    public var renamedCount = 0
    /// How many are gone.
    public var removedCount = 0
    /// The record numbers of favourites whose image is another one now.
    var changedFavorites: [Int64] = []

    /// Whether there was nothing to do.
    public var isEmpty: Bool { self == PhotosTaken() }

    static func += (taken: inout PhotosTaken, other: PhotosTaken) {
        taken.addedCount += other.addedCount
        taken.changedCount += other.changedCount
        taken.renamedCount += other.renamedCount
        taken.removedCount += other.removedCount
        taken.changedFavorites += other.changedFavorites
    }
}
