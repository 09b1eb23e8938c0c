import Foundation
import Persistence
import Synchronization

extension Household {
    /// The result of a confirmed import.
    public enum ImportResult: Sendable {
        case done(ImportRecord)
        /// Nothing was saved, because records changed since the preview: the plan is the new one.
        case changed(ImportFile, ImportPlan)
        /// The file no longer exists.
        case gone
    }

    /// The result of undoing an import.
    public enum UndoResult: Sendable {
        case done(ImportRecord)
        /// Nothing was undone; with the obstacles, a sentence each.
        case refused(ImportRecord, obstacles: [String])
        /// The import no longer exists.
        case gone
    }

    /// Tries an import without saving.
    ///
    /// - Parameter progress: receives the progress, and can cancel it. Default: nil.
    /// - Throws: errors of the store, and `CancellationError`.
    public func plan(_ file: ImportFile, progress: ImportProgress? = nil) async throws -> ImportPlan
    {
        try await container.read { [self] context in
            let plan = try self.plan(file, in: context, progress)
            if let version = changes.version(of: file.kind.entities, in: context) {
                importWork.lastPlan.withLock { $0 = (plan.digest, version) }
            }
            return plan
        }
    }

    /// The same in a context, in parts if possible.
    func plan(
        _ file: ImportFile, in context: ManagedObjectContext, _ progress: ImportProgress?
    ) throws -> ImportPlan {
        do {
            return try Importer(file, in: context, importWork.partSize, progress).run()
        } catch is Importer.NotInParts {
            context.reset()
            return try Importer(file, in: context, .unlimited, progress).run()
        }
    }

    /// Imports a file completely, or not at all.
    ///
    /// Only the saves exclude other writers.
    ///
    /// - Parameters:
    ///   - token: the token of the uploaded file.
    ///   - digest: the digest of the confirmed plan; nil accepts any plan.
    ///   - progress: receives the progress, and can cancel the import until it is saved. Default: nil.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    public func confirmImport(
        _ token: String, digest: String?, progress: ImportProgress? = nil
    ) async throws -> ImportResult {
        try await imports.keeping(token) { [self] in
            try await onImportThread { try self.doImport(token, digest, progress) }
        }
    }

    /// Runs a closure after all earlier imports and undos.
    private func onImportThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let author = Author.name
        return try await withCheckedThrowingContinuation { continuation in
            importWork.thread.async { [shopCurrency] in
                continuation.resume(
                    with: Result {
                        try Author.$name.withValue(author) { try shopCurrency.applying(body) }
                    })
            }
        }
    }

    private func doImport(
        _ token: String, _ digest: String?, _ progress: ImportProgress?
    ) throws -> ImportResult {
        // This import must not find records of interrupted ones, which are deleted later.
        try finishInterruptedImports()
        // Only one server on a database may run it.
        guard let claim = try claimImport(token, within: .seconds(1)) else {
            throw HouseholdError("Another server is running this import.")
        }
        defer { claim.release() }
        if let done = try finishEarlierImport(token, claim) { return .done(done) }
        do {
            return try importFile(token, digest, progress, claim)
        } catch let error where imports.hasLost(token, error) && !imports.isWaiting(token) {
            // It was removed with a person, or cancelled.
            return .gone
        }
    }

    /// Finishes an interrupted import of the same file, whose notes the next attempt would overwrite.
    /// Returns the record if it turns out to be saved, or if another server has saved it meanwhile.
    private func finishEarlierImport(_ token: String, _ claim: StoreLease) throws -> ImportRecord? {
        if try imports.begunIDs().contains(token) {
            try container.write { _ in try finishInterruptedImport(token, claim) }
        }
        guard directory.isShared || imports.isWaiting(token),
            let record = try imports.record(token), record.state == .done
        else { return nil }
        // Confirming it again does not confirm what the file would do now.
        unfinished.attempt { [imports] in try imports.forget(token) }
        return record
    }

    /// Imports the file. If records that it depends on change meanwhile, it starts again; the last
    /// attempt excludes other writers.
    private func importFile(
        _ token: String, _ digest: String?, _ progress: ImportProgress?, _ claim: StoreLease
    ) throws -> ImportResult {
        guard let file = try imports.file(for: token) else { return .gone }
        let run = ImportRun(file, token, agreedTo: digest, in: self, claim, progress)
        for _ in 0..<Self.importAttempts { if let result = try run.attempt() { return result } }
        return try container.write { _ in
            if let result = try run.attempt() { return result }
            return .changed(file, try plan(file, in: ManagedObjectContext(container), nil))
        }
    }

    private static let importAttempts = 3

    /// Undoes an import completely, or not at all.
    ///
    /// - Parameter progress: receives the progress, and can cancel the undo until the first record is
    ///   deleted. Default: nil.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    public func undoImport(_ id: String, progress: ImportProgress? = nil) async throws -> UndoResult
    { try await onImportThread { try self.undo(id, progress) } }

    private func undo(_ id: String, _ progress: ImportProgress?) throws -> UndoResult {
        guard let record = try imports.record(id) else { return .gone }
        if let refusal = try undoRefusal(of: record) { return refusal }
        guard let claim = try claimImport(id, within: .seconds(1)) else {
            return .refused(record, obstacles: ["It is being undone on another server."])
        }
        defer { claim.release() }
        do {
            return try ImportUndo(record, in: self, claim, progress).run()
        } catch let error where !(error is CancellationError) {
            // Its data may have been removed with a person.
            guard let record = try imports.record(id) else { return .gone }
            guard let refusal = try undoRefusal(of: record) else { throw error }
            return refusal
        }
    }

    /// The reason why an import cannot be undone, regardless of its records; nil if it can.
    private func undoRefusal(of record: ImportRecord) throws -> UndoResult? {
        let reason: String? =
            switch record.state {
            case .done:
                try record.hasParts && ImportParts(of: record.id, in: self).count > 0
                    ? nil : "The data for undoing it was deleted."
            case .undone: "It is undone already."
            case .forgotten: "A person in it was removed, and the data for undoing it as well."
            }
        return reason.map { .refused(record, obstacles: [$0]) }
    }

    /// Takes the lease for running or undoing an import; nil if another server has it.
    ///
    /// - Parameter patience: the maximum time to wait, since the lease of a killed server ends a moment
    ///   later. Zero, the default, for callers that hold the writer.
    func claimImport(_ id: String, within patience: Duration = .zero) throws -> StoreLease? {
        let end = ContinuousClock.now + patience
        while true {
            if let claim = try container.coordinator.claim("import \(id)") { return claim }
            guard ContinuousClock.now < end else { return nil }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Undoes imports that a former run of the program had saved in part, and completes undos that it
    /// had started. Imports of other servers are skipped. One that fails is tried again later, and
    /// does not prevent the others.
    ///
    /// - Throws: errors of the file system.
    func finishInterruptedImports() throws {
        for id in try imports.begunIDs() {
            let date = imports.begunRecord(id)?.date
            unfinished.attempt("import \(id) \(date?.timeIntervalSince1970 ?? 0)") { [weak self] in
                guard let self, let claim = try self.claimImport(id) else { return }
                defer { claim.release() }
                // Within a write, so that an import of another server already has its record.
                try container.write { _ in
                    // It may have ended or been started again by now.
                    guard try imports.begunIDs().contains(id), imports.begunRecord(id)?.date == date
                    else { return }
                    try finishInterruptedImport(id, claim)
                }
            }
        }
    }

    /// The same for one import.
    private func finishInterruptedImport(_ id: String, _ claim: StoreLease) throws {
        let kept = try imports.record(id)
        // After an interrupted import, nothing else was saved.
        if let record = imports.begunRecord(id) {
            if record.state == .undone {
                if try ImportParts(of: id, in: self).count == 0 && record.hasParts {
                    // Without its parts it cannot be undone.
                    if kept?.state != .undone { try imports.keep(record.ended(.forgotten)) }
                } else {
                    _ = try ImportUndo(record, in: self, claim).finish()
                }
            } else if kept?.date != record.date {
                // A stored record belongs to an earlier import of the same file.
                try takeBackParts(of: record)
            }
        }
        try imports.abandon(id)
    }
}
