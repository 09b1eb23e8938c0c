/// How far a fetch has come.
public struct FetchProgress: Sendable, Hashable {
    /// The number of records, or of dictionaries, that were read so far.
    public internal(set) var completedUnitCount = 0
    /// The number that will be read; nil while it is unknown. At the end it is known.
    public internal(set) var totalUnitCount: Int?
    /// Whether the fetch is at its end.
    public internal(set) var isFinished = false

    /// The part that was read, from 0 to 1; nil while the total is unknown.
    public var fractionCompleted: Double? {
        if isFinished { return 1 }
        guard let totalUnitCount, totalUnitCount > 0 else { return nil }
        return min(1, Double(completedUnitCount) / Double(totalUnitCount))
    }
}

/// Tells of a fetch how far it has come.
package final class FetchReporter {
    /// Units from one report to the next: far less often than records are read, and often enough
    /// for the eye.
    private static let unitsBetweenReports = 256

    /// Whether the store counts before it reads.
    let countsFirst: Bool
    private var progress = FetchProgress()
    private let report: (FetchProgress) throws -> Void

    init(countsFirst: Bool, _ report: @escaping (FetchProgress) throws -> Void) {
        self.countsFirst = countsFirst
        self.report = report
    }

    /// Reports that nothing was read yet of what is to be read, if that is known.
    func begin(total: Int?) throws {
        progress.totalUnitCount = total
        try report(progress)
    }

    /// Records that one more was read.
    package func recordUnit() throws {
        progress.completedUnitCount += 1
        if progress.completedUnitCount.isMultiple(of: Self.unitsBetweenReports) {
            try report(progress)
        }
    }

    /// Reports the end.
    ///
    /// - Parameter count: the number of units, where they were not noted one by one.
    func end(count: Int? = nil) throws {
        if let count { progress.completedUnitCount = count }
        progress.totalUnitCount = progress.completedUnitCount
        progress.isFinished = true
        try report(progress)
    }
}

extension StoreSession {
    /// Calls the closure with each record that a request selects, and tells the request's reporter.
    func fetchReporting(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        guard let reporter = request.reporter else { return try fetch(request, visit) }
        var silent = request
        silent.reporter = nil
        try fetch(silent) { row in
            try visit(row)
            try reporter.recordUnit()
        }
    }
}

extension ManagedObjectContext {
    /// Tells the reporter of fetches, if they have one, what will be read.
    func announce(_ fetches: [(Int, StoreFetch)]) throws {
        guard let reporter = fetches.first?.1.reporter else { return }
        guard reporter.countsFirst else { return try reporter.begin(total: nil) }
        let total = try fetches.reduce(0) { sum, fetch in
            var counted = fetch.1
            counted.reporter = nil
            counted.sortDescriptors = []
            return try sum + withSession(of: fetch.0) { try $0.count(counted) }
        }
        try reporter.begin(total: total)
    }
}

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
