extension ManagedObjectContext {
    /// The objects that a request selects, as `fetch(_:)` gives them, with reports of how far it has
    /// come: one before the first record, one every 256 records, one at the end.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - countsFirst: whether the store counts the records before it reads them, so that the total
    ///     is known from the beginning. Default: false; it is known at the end then.
    ///   - progress: hears the reports. An error that it throws ends the fetch.
    /// - Throws: errors of the predicate and of the store, and what `progress` throws.
    public func fetch<Result: ManagedObject>(
        _ request: FetchRequest<Result>, countsFirst: Bool = false,
        progress: @escaping (FetchProgress) throws -> Void
    ) throws -> [Result] {
        let reporter = FetchReporter(countsFirst: countsFirst, progress)
        let objects = try fetch(request, reportingTo: reporter)
        try reporter.end()
        return objects
    }

    /// The IDs of the objects that a request selects, with reports of how far it has come.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - countsFirst: whether the store counts the records before it reads them. Default: false.
    ///   - progress: hears the reports. An error that it throws ends the fetch.
    /// - Throws: errors of the predicate and of the store, and what `progress` throws.
    public func fetchObjectIDs<Result: ManagedObject>(
        _ request: FetchRequest<Result>, countsFirst: Bool = false,
        progress: @escaping (FetchProgress) throws -> Void
    ) throws -> [ManagedObjectID] {
        let reporter = FetchReporter(countsFirst: countsFirst, progress)
        let ids = try fetchObjectIDs(request, reportingTo: reporter)
        try reporter.end()
        return ids
    }

    /// The values that a request computes, with reports of how far it has come. How many there will
    /// be is known at the end only; a store in memory reports its beginning and its end.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - progress: hears the reports. An error that it throws ends the fetch.
    /// - Throws: errors of the predicate and of the store, and what `progress` throws.
    public func fetchDictionaries(
        _ request: DictionaryFetchRequest, progress: @escaping (FetchProgress) throws -> Void
    ) throws -> [FetchedDictionary] {
        let reporter = FetchReporter(countsFirst: false, progress)
        try reporter.begin(total: nil)
        let rows = try fetchDictionaries(request, reportingTo: reporter)
        try reporter.end(count: rows.count)
        return rows
    }
}
