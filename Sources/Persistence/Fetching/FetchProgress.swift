/// The progress of a fetch.
///
/// ```swift
/// let recipes = try context.fetch(request, countsFirst: true) { progress in
///     bar.fraction = progress.fractionCompleted ?? 0
/// }
/// ```
public struct FetchProgress: Sendable, Hashable {
    /// The number of records or dictionaries read so far.
    public internal(set) var completedUnitCount = 0
    /// The total number; nil while unknown. It is known at the end.
    public internal(set) var totalUnitCount: Int?
    /// Whether the fetch has ended.
    public internal(set) var isFinished = false

    /// The completed fraction, from 0 to 1; nil while the total is unknown.
    public var fractionCompleted: Double? {
        if isFinished { return 1 }
        guard let totalUnitCount, totalUnitCount > 0 else { return nil }
        return min(1, Double(completedUnitCount) / Double(totalUnitCount))
    }
}

/// Reports the progress of a fetch.
package final class FetchReporter {
    /// The number of records between reports.
    private static let unitsBetweenReports = 256

    /// Whether the store counts before it reads.
    let countsFirst: Bool
    private var progress = FetchProgress()
    private let report: (FetchProgress) throws -> Void

    init(countsFirst: Bool, _ report: @escaping (FetchProgress) throws -> Void) {
        self.countsFirst = countsFirst
        self.report = report
    }

    /// Reports the beginning, with the total if it is known.
    func begin(total: Int?) throws {
        progress.totalUnitCount = total
        try report(progress)
    }

    /// Counts one record.
    package func recordUnit() throws {
        progress.completedUnitCount += 1
        if progress.completedUnitCount.isMultiple(of: Self.unitsBetweenReports) {
            try report(progress)
        }
    }

    /// Reports the end.
    ///
    /// - Parameter count: the number of records, if they were not counted one by one.
    func end(count: Int? = nil) throws {
        if let count { progress.completedUnitCount = count }
        progress.totalUnitCount = progress.completedUnitCount
        progress.isFinished = true
        try report(progress)
    }
}

extension StoreSession {
    /// Calls the closure with each selected record, and reports progress.
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
    /// Reports the total before a fetch, if it has a reporter.
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
    /// Fetches objects like `fetch(_:)`, with progress reports: before the first record, every 256
    /// records, and at the end.
    ///
    /// ```swift
    /// let recipes = try context.fetch(request, countsFirst: true) { progress in
    ///     bar.fraction = progress.fractionCompleted ?? 0
    /// }
    /// ```
    /// - Parameters:
    ///   - request: the request.
    ///   - countsFirst: whether the store counts first, so that the total is known from the
    ///     beginning. Default: false.
    ///   - progress: receives the reports. An error ends the fetch.
    /// - Throws: errors of the predicate, of the store and of `progress`.
    public func fetch<Result: ManagedObject>(
        _ request: FetchRequest<Result>, countsFirst: Bool = false,
        progress: @escaping (FetchProgress) throws -> Void
    ) throws -> [Result] {
        let reporter = FetchReporter(countsFirst: countsFirst, progress)
        let objects = try fetch(request, reportingTo: reporter)
        try reporter.end()
        return objects
    }

    /// Fetches the IDs of objects, with progress reports.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - countsFirst: whether the store counts first. Default: false.
    ///   - progress: receives the reports. An error ends the fetch.
    /// - Throws: errors of the predicate, of the store and of `progress`.
    public func fetchObjectIDs<Result: ManagedObject>(
        _ request: FetchRequest<Result>, countsFirst: Bool = false,
        progress: @escaping (FetchProgress) throws -> Void
    ) throws -> [ManagedObjectID] {
        let reporter = FetchReporter(countsFirst: countsFirst, progress)
        let ids = try fetchObjectIDs(request, reportingTo: reporter)
        try reporter.end()
        return ids
    }

    /// Fetches dictionaries, with progress reports. The total is known only at the end; a store in
    /// memory reports its beginning and its end.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - progress: receives the reports. An error ends the fetch.
    /// - Throws: errors of the predicate, of the store and of `progress`.
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
