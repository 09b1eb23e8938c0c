/// The result of an import from a source.
public struct PhotoImportResult: Sendable, Hashable {
    /// The number of new photos.
    public var addedCount = 0
    /// The number of photos with other contents or another title.
    public var changedCount = 0
    /// The number of photos with another name or place.
    public var renamedCount = 0
    /// The number of removed photos.
    public var removedCount = 0
    /// The record numbers of favorites whose image has changed.
    var changedFavorites: [Int64] = []

    /// Whether there was nothing to do.
    public var isEmpty: Bool { self == PhotoImportResult() }

    static func += (taken: inout PhotoImportResult, other: PhotoImportResult) {
        taken.addedCount += other.addedCount
        taken.changedCount += other.changedCount
        taken.renamedCount += other.renamedCount
        taken.removedCount += other.removedCount
        taken.changedFavorites += other.changedFavorites
    }
}
