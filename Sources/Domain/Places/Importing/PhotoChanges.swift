/// The differences between the stored photos and a source's listing.
struct PhotoChanges: Sendable {
    enum Change: Sendable {
        /// A new or changed photo.
        case put(SourcePhoto, place: SourcePlace)
        /// A photo with a new identifier.
        case rename(from: String, SourcePhoto, place: SourcePlace)
        /// A photo that is gone.
        case vanish(String)
    }

    /// The changes in the order in which they have to be made.
    private(set) var all: [Change] = []

    init(known: [KnownPhoto], _ listings: [PlaceListing]) {
        let knownByID = Dictionary(
            known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let listed = Set(listings.flatMap { $0.photos.map(\.id) })
        var vanished = knownByID.filter { !listed.contains($0.key) }
        let vanishedFiles = Dictionary(
            vanished.values.map { ($0.fileNumber, $0) }, uniquingKeysWith: { first, _ in first })
        var puts: [Change] = []
        for listing in listings {
            for photo in listing.photos {
                if let known = knownByID[photo.id] {
                    guard !known.isSame(as: photo, in: listing.place.id) else { continue }
                    puts.append(.put(photo, place: listing.place))
                } else if let former = vanishedFiles[photo.fileNumber],
                    former.isSameFile(as: photo), vanished.removeValue(forKey: former.id) != nil
                {
                    all.append(.rename(from: former.id, photo, place: listing.place))
                } else {
                    puts.append(.put(photo, place: listing.place))
                }
            }
        }
        all += puts
        all += vanished.values.filter { !$0.isKept }.map { .vanish($0.id) }
    }
}
