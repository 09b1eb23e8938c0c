public import Persistence

extension ManagedObjectContext {
    /// The objects of some records, in their order. Records that are not there any more are passed
    /// over.
    ///
    /// - Parameters:
    ///   - ids: the records, all of one entity.
    ///   - keyPaths: the relationships whose destinations are read along. Default: none.
    /// - Throws: errors of the store.
    public func objects<Object: ManagedObject>(
        with ids: some Collection<ManagedObjectID>, prefetching keyPaths: [String] = []
    ) throws -> [Object] {
        guard !ids.isEmpty else { return [] }
        var request = FetchRequest<Object>()
        request.predicate = .comparison(
            FetchComparison(
                .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
        request.relationshipKeyPathsForPrefetching = keyPaths
        let found = Dictionary(
            try fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        return ids.compactMap { found[$0] }
    }
}
