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
        let viewer = context.viewer
        return try await run(
            token, waitsForOthers: true, request, context
        ) {
            guard let source = try place.source(of: token, in: household.imports) else {
                return .answered(try gone(token, request))
            }
            return .named(source.name)
        } as: { [self] progress in
            try await household.forgetting(token) {
                try await household.imports.keeping(token) {
                    try await outcome(token, as: reading, for: viewer, progress)
                }
            }
        }
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
}

extension Household {
    /// Works with a file, which is deleted if the work is cancelled, or if the file cannot be read.
    func forgetting<Value: Sendable>(
        _ token: String, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error where error is CancellationError || error is ValidationErrors {
            try imports.forget(token)
            throw error
        }
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
        case .plan(let file, _): file.rows.hasCardNumber
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
