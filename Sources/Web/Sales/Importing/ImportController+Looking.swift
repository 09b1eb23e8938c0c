import Domain
import Hummingbird

/// Looking at files beside the requests that bring them.
extension ImportController {
    /// Looks at a file that is kept as it came, beside the request, which waits for a moment; a program's
    /// waits to the end. What somebody else does with the file comes to its end before.
    ///
    /// - Parameter reading: how it is read from now on. Default: as before.
    func look(
        at token: String, as reading: ImportReading? = nil, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        while try jobs.running(token, at: place) != nil {
            try await jobs.end(of: token, at: place)
        }
        guard let source = try place.source(of: token, in: household.imports) else {
            return try gone(token, request)
        }
        let viewer = context.viewer
        let job: ImportJobs.Job
        do {
            job = try begin(token, named: source.name) { [household] progress in
                try await household.imports.keeping(token) {
                    try await outcome(token, as: reading, for: viewer, progress)
                }
            }
        } catch is ImportJobs.Taken {
            try await Task.sleep(for: ImportJobs.takenPause)
            return try await look(at: token, as: reading, request, context)
        }
        return try await answer(job, of: token, request, context)
    }

    private func outcome(
        _ token: String, as reading: ImportReading?, for viewer: Viewer,
        _ progress: ImportProgress
    ) async throws -> ImportJobs.Outcome {
        if let reading { try household.imports.read(token, as: reading) }
        guard let looked = try await look(atSourceOf: token, for: viewer, progress) else {
            return .imported(.gone)
        }
        try keep(looked, as: token)
        return .looked(looked)
    }

    /// Reads a file that is kept as it came, when it is its turn, and finds out what it would do.
    ///
    /// - Returns: nil for one that is gone, or goes meanwhile: it is written over while it is read.
    /// - Throws: ``FormRefusal``, errors of the store and of the file system.
    func look(
        atSourceOf token: String, for viewer: Viewer,
        _ progress: ImportProgress = ImportProgress()
    ) async throws -> LookedFile? {
        guard let source = try place.source(of: token, in: household.imports) else { return nil }
        let looked: LookedFile
        do {
            looked = try await inTurn {
                try await look(
                    at: source.path, named: source.name, source.reading, for: viewer, progress)
            }
        } catch let error where !(error is CancellationError) {
            guard try place.source(of: token, in: household.imports) != nil else { return nil }
            throw error
        }
        return try place.source(of: token, in: household.imports) == nil ? nil : looked
    }

    /// Keeps what was read of a file until somebody says yes, so that nobody has to remember it.
    private func keep(_ looked: LookedFile, as token: String) throws {
        guard !looked.hasCardNumber else {
            // What came with the number of a card does not stay on the disk, not even as a rest.
            return try household.imports.forget(token)
        }
        try household.imports.keep(looked.applicableFile, as: token)
        // Only where a person can say something of it is it read again.
        // Another server may be asked what was found, and finds it out by itself.
        if place == .sales, !looked.isAsked, !household.directory.isShared {
            try household.imports.forgetSource(of: token)
        }
    }

    /// Begins with a file, of which nothing stays if it is called off, or cannot be read.
    ///
    /// - Throws: `ImportJobs.Taken`, ``SiteError``, errors of the store and of the file system.
    func begin(
        _ token: String, named name: String,
        _ work: @escaping @Sendable (ImportProgress) async throws -> ImportJobs.Outcome
    ) throws -> ImportJobs.Job {
        do {
            return try jobs.begin(token, at: place, named: name) { [household] progress in
                do {
                    return try await work(progress)
                } catch let error where error is CancellationError || error is FormRefusal {
                    try household.imports.forget(token)
                    throw error
                }
            }
        } catch is ImportJobs.Busy {
            throw SiteError.busy(retryAfterSeconds: 10)
        }
    }
}

/// The outcome of reading a chosen file.
enum LookedFile: Sendable {
    /// It was read, and would do this.
    case plan(ImportFile, ImportPlan)
    /// It cannot be read until a person says where its columns go.
    case unclear(ImportFault, ImportOutline)
    /// It cannot be read until a person says how its characters are written.
    case undecoded(CSVFault, [EncodingSample])

    /// Whether it has what looks like the number of a card; such a file is not kept.
    var hasCardNumber: Bool {
        switch self {
        case .plan(let file, _): file.hasCardNumber
        case .unclear(_, let outline): outline.hasCardNumber
        // One with such a number is refused before.
        case .undecoded: false
        }
    }

    /// Whether a person has something to say of how it is read, apart from where its columns go.
    var isAsked: Bool {
        switch self {
        case .plan(let file, let plan): plan.counts.refused > 0 && !file.openDayColumns.isEmpty
        case .unclear: false
        case .undecoded: true
        }
    }

    /// The file, if all of it can be imported, and there is something to do.
    var applicableFile: ImportFile? {
        guard case .plan(let file, let plan) = self, plan.isApplicable else { return nil }
        return file
    }
}
