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

    /// Takes note that one more was read.
    package func noteUnit() throws {
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
            try reporter.noteUnit()
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
