public import Persistence

extension Photo {
    /// The position of a photo in its place, ordered by title.
    public struct Neighbors: Sendable, Hashable {
        /// The number of photos before it.
        public var index: Int
        /// The number of photos in the place.
        public var count: Int
        /// The record numbers of the previous and the next photo.
        public var previous: Int64?
        public var next: Int64?
    }

    /// The neighbors of the photo; nil for one that is not shown with its place. The index over
    /// titles is read from the photo on, and not the whole place.
    ///
    /// - Throws: errors of the store.
    public func neighbors(in context: ManagedObjectContext) throws -> Neighbors? {
        guard let place, let title, let number = objectID.recordNumber else { return nil }
        var query = PhotoQuery()
        query.place = place.objectID.recordNumber
        let whole = try query.fetchRequest(context.coordinator)
        // Several photos may have the same title; the store orders them by number.
        let same = try numbers(whole, .key("title") == title, in: context)
        guard let index = same.firstIndex(of: number) else { return nil }
        var neighbors = Neighbors(
            index: try context.count(for: with(.key("title") < title, whole)) + index,
            count: try context.count(for: whole))
        neighbors.previous =
            index > 0 ? same[index - 1] : try last(whole, before: title, in: context)
        neighbors.next =
            index + 1 < same.count
            ? same[index + 1]
            : try numbers(whole, .key("title") > title, limit: 1, in: context).first
        return neighbors
    }

    /// The last photo with the greatest title before another one.
    private func last(
        _ whole: FetchRequest<Photo>, before title: String, in context: ManagedObjectContext
    ) throws -> Int64? {
        var request = with(.key("title") < title, whole)
        request.sortDescriptors = [FetchSortDescriptor("title", ascending: false)]
        guard let former = try context.fetchFirst(request)?.title else { return nil }
        return try numbers(whole, .key("title") == former, in: context).last
    }

    private func with(
        _ condition: FetchPredicate, _ whole: FetchRequest<Photo>
    ) -> FetchRequest<Photo> {
        var request = whole
        request.predicate = .all([request.predicate, condition].compactMap { $0 })
        return request
    }

    private func numbers(
        _ whole: FetchRequest<Photo>, _ condition: FetchPredicate, limit: Int = 0,
        in context: ManagedObjectContext
    ) throws -> [Int64] {
        var request = with(condition, whole)
        request.fetchLimit = limit
        return try context.fetchObjectIDs(request).compactMap(\.recordNumber)
    }
}
