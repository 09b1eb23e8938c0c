public import Persistence

/// How many photos each place shows, kept in memory and amended by what saves change: a view of a photo
/// changes none of it.
public final class PhotoFigures: Sendable {
    /// The counts of one place.
    fileprivate struct Counts: Sendable {
        var shown = 0
        /// Those of them that are favourites.
        var shownFavorites = 0
        /// The favourites, those among them that their source has no more.
        var favorites = 0
    }

    /// What counts of a photo.
    fileprivate struct Mark: Hashable {
        let place: Int64
        let isVanished: Bool
        let isFavorite: Bool
    }

    private let memory: FollowedValue<[Int64: Counts]>

    init(_ changes: ChangeFeed) {
        memory = FollowedValue(changes)
    }

    /// How many photos a query selects: from memory if it is about the photos of a place, or its
    /// favourites, and from the store otherwise.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func count(of query: PhotoQuery, in context: ManagedObjectContext) throws -> Int {
        guard let place = query.place, query.search.isEmpty, query.predicate == nil,
            query.recentAt == nil
        else { return try context.count(for: query.fetchRequest(context.coordinator)) }
        let counts = try memory.value(for: context, reading: Self.read)[place] ?? Counts()
        return switch query.isFavorite {
        case nil: counts.shown
        case true?: counts.favorites
        case false?: counts.shown - counts.shownFavorites
        }
    }

    private static func read(from context: ManagedObjectContext) throws -> [Int64: Counts] {
        var counts: [Int64: Counts] = [:]
        for isVanished in [false, true] {
            for row in try context.fetchDictionaries(grouped(isVanished: isVanished)) {
                guard case .object(let place) = row["place"], let number = place.recordNumber else {
                    continue
                }
                let mark = Mark(
                    place: number, isVanished: isVanished,
                    isFavorite: row["isFavorite"] == .boolean(true))
                counts[number, default: Counts()]
                    .add(Int(row["count"]?.wholeNumber ?? 0), mark)
            }
        }
        return counts
    }

    private static func grouped(isVanished: Bool) -> DictionaryFetchRequest {
        let keys = ["place", "isFavorite"]
        var request = DictionaryFetchRequest(entityName: "Photo")
        request.columns =
            keys.map { ($0, .keyPath([$0])) } + [("count", .function("count:", [.evaluatedObject]))]
        request.propertiesToGroupBy = keys.map { .keyPath([$0]) }
        request.predicate = .and([.key("isPicture") == true, .has("vanishedAt", isVanished)])
        return request
    }
}

extension PhotoFigures.Counts {
    /// Adds photos; takes them away if the number is negative.
    fileprivate mutating func add(_ count: Int, _ mark: PhotoFigures.Mark) {
        if mark.isFavorite { favorites += count }
        guard !mark.isVanished else { return }
        shown += count
        if mark.isFavorite { shownFavorites += count }
    }
}

extension PhotoFigures: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        func photos(_ objects: [ManagedObject]) -> [Photo] { objects.compactMap { $0 as? Photo } }
        let (updated, deleted) = (photos(context.updatedObjects), photos(context.deletedObjects))
        let former = (updated + deleted).compactMap(\.committedMark)
        let present = photos(context.insertedObjects) + updated
        return { [memory] saved in
            var differences: [Mark: Int] = [:]
            for mark in former { differences[mark, default: 0] -= 1 }
            for mark in present.compactMap(\.mark) { differences[mark, default: 0] += 1 }
            let changed = differences.filter { $0.value != 0 }
            memory.amend(saved) { counts in
                for (mark, count) in changed {
                    counts[mark.place, default: Counts()].add(count, mark)
                }
                return true
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: [.photo])
    }
}

extension Photo {
    /// What counts of the photo; nil if nothing does.
    fileprivate var mark: PhotoFigures.Mark? {
        guard isPicture, let place = place?.objectID.recordNumber else { return nil }
        return PhotoFigures.Mark(place: place, isVanished: isVanished, isFavorite: isFavorite)
    }

    /// The same as it is in the store.
    fileprivate var committedMark: PhotoFigures.Mark? {
        let values = committedValues(forKeys: ["place", "isPicture", "isFavorite", "vanishedAt"])
        guard case .object(let place) = values["place"], let number = place.recordNumber,
            values["isPicture"] == .boolean(true)
        else { return nil }
        return PhotoFigures.Mark(
            place: number, isVanished: values["vanishedAt"].map { $0 != .null } ?? false,
            isFavorite: values["isFavorite"] == .boolean(true))
    }
}
