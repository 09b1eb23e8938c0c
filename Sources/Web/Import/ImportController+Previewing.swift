import Domain
import Hummingbird

extension ImportController {
    /// Previews an uploaded file in a job, after other jobs with the file. The request of a browser waits for
    /// a moment, that of a program until the end.
    ///
    /// - Parameter reading: new choices about reading the file. Default: the former ones.
    func preview(
        at token: String, as reading: ImportReading? = nil, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        while try jobs.running(token, at: place) != nil { try await jobs.end(of: token, at: place) }
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
        } catch is ImportJobs.AlreadyRunning {
            try await Task.sleep(for: ImportJobs.retryPause)
            return try await preview(at: token, as: reading, request, context)
        }
        return try await answer(job, of: token, request, context)
    }

    private func outcome(
        _ token: String, as reading: ImportReading?, for viewer: Viewer, _ progress: ImportProgress
    ) async throws -> ImportJobs.Outcome {
        if let reading { try household.imports.read(token, as: reading) }
        guard let preview = try await self.preview(atSourceOf: token, for: viewer, progress) else {
            return .imported(.gone)
        }
        try keep(preview, as: token)
        return .previewed(preview)
    }

    /// Reads an uploaded file, after those that wait already, and previews its import.
    ///
    /// - Returns: nil if the file is gone, or is removed and therefore overwritten while it is read.
    /// - Throws: ``ValidationErrors``, errors of the store and of the file system.
    func preview(
        atSourceOf token: String, for viewer: Viewer, _ progress: ImportProgress = ImportProgress()
    ) async throws -> ImportPreview? {
        guard let source = try place.source(of: token, in: household.imports) else { return nil }
        let preview: ImportPreview
        do {
            preview = try await inTurn {
                try await self.preview(
                    at: source.path, named: source.name, source.reading, for: viewer, progress)
            }
        } catch let error where !(error is CancellationError) {
            guard try place.source(of: token, in: household.imports) != nil else { return nil }
            throw error
        }
        return try place.source(of: token, in: household.imports) == nil ? nil : preview
    }

    /// Stores a read file until it is confirmed.
    private func keep(_ preview: ImportPreview, as token: String) throws {
        guard !preview.hasCardNumber else {
            // A file with a card number must not stay on the disk.
            return try household.imports.forget(token)
        }
        try household.imports.keep(preview.applicableFile, as: token)
        // The upload is needed only if it may be read again: with other choices, or by another server for
        // its own preview.
        if place == .sales, !preview.hasChoices, !household.directory.isShared {
            try household.imports.forgetSource(of: token)
        }
    }

    /// Starts a job with a file. The file is deleted if the job is cancelled, or if it cannot be read.
    ///
    /// - Throws: `ImportJobs.AlreadyRunning`, ``SiteError``, errors of the store and of the file system.
    func begin(
        _ token: String, named name: String,
        _ work: @escaping @Sendable (ImportProgress) async throws -> ImportJobs.Outcome
    ) throws -> ImportJobs.Job {
        do {
            return try jobs.begin(token, at: place, named: name) { [household] progress in
                do {
                    return try await work(progress)
                } catch let error where error is CancellationError || error is ValidationErrors {
                    try household.imports.forget(token)
                    throw error
                }
            }
        } catch is ImportJobs.Busy { throw SiteError.busy(retryAfterSeconds: 10) }
    }
}

/// The outcome of reading a chosen file.
enum ImportPreview: Sendable {
    /// The file and the effects of its import.
    case plan(ImportFile, ImportPlan)
    /// The user has to choose the targets of the columns.
    case unclear(ImportFault, ImportOutline)
    /// The user has to choose the encoding.
    case undecoded(CSVFault, [EncodingSample])

    /// Whether the file may contain a card number; such a file is not stored.
    var hasCardNumber: Bool {
        switch self {
        case .plan(let file, _): file.hasCardNumber
        case .unclear(_, let outline): outline.hasCardNumber
        // A file with such a number is refused before.
        case .undecoded: false
        }
    }

    /// Whether the user has choices about reading it, besides the targets of the columns.
    var hasChoices: Bool {
        switch self {
        case .plan(let file, let plan): plan.counts.refused > 0 && !file.openDayColumns.isEmpty
        case .unclear: false
        case .undecoded: true
        }
    }

    /// The file, if all of it can be imported and has an effect.
    var applicableFile: ImportFile? {
        guard case .plan(let file, let plan) = self, plan.isApplicable else { return nil }
        return file
    }
}
