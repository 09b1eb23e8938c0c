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
            let (plan, isInParts) = try self.plan(file, in: context, progress)
            if isInParts, let version = changes.version(of: file.kind.entities, in: context) {
                importWork.lastPlan.withLock { $0 = (plan.digest, version) }
            }
            return plan
        }
    }

    /// The same in a context, in parts if possible.
    func plan(
        _ file: ImportFile, in context: ManagedObjectContext, _ progress: ImportProgress?
    ) throws -> (plan: ImportPlan, isInParts: Bool) {
        do {
            return (try Importer(file, in: context, importWork.partSize, progress).run(), true)
        } catch is Importer.NotInParts {
            context.reset()
            return (try Importer(file, in: context, .unlimited, progress).run(), false)
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
    func onImportThread<Value: Sendable>(
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
        if let done = try earlierImport(token, claim) { return .done(done) }
        do {
            return try importFile(token, digest, progress, claim)
        } catch let error where imports.hasLost(token, error) && !imports.isWaiting(token) {
            // It was removed with a person, or cancelled.
            return .gone
        }
    }

    /// Undoes what is left of an interrupted import of the same file. Returns the record if the file
    /// turns out to be imported, perhaps by another server meanwhile.
    private func earlierImport(_ token: String, _ claim: StoreLease) throws -> ImportRecord? {
        for begun in try unfinishedImports() where begun.id == token {
            try finish(begun, claim)
        }
        guard directory.isShared || imports.isWaiting(token),
            let record = try container.write({ try ImportRecord.find(token, in: $0) }),
            record.state == .done
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
            return .changed(file, try plan(file, in: ManagedObjectContext(container), nil).plan)
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
        func find() throws -> ImportRecord? {
            try container.write { try ImportRecord.find(id, in: $0) }
        }
        guard let record = try find() else { return .gone }
        if let refusal = try undoRefusal(of: record) { return refusal }
        guard let claim = try claimImport(id, within: .seconds(1)) else {
            return .refused(record, obstacles: ["It is being undone on another server."])
        }
        defer { claim.release() }
        // Another server may have undone it meanwhile.
        guard let record = try find() else { return .gone }
        if let refusal = try undoRefusal(of: record) { return refusal }
        do {
            return try ImportUndo(
                household: self, record: record, claim: claim, progress: progress
            ).run()
        } catch let error where !(error is CancellationError) {
            // Its data may have been removed with a person.
            guard let record = try find() else { return .gone }
            guard let refusal = try undoRefusal(of: record) else { throw error }
            return refusal
        }
    }

    /// The reason why an import cannot be undone, regardless of its records; nil if it can.
    private func undoRefusal(of record: ImportRecord) throws -> UndoResult? {
        let reason: String? =
            switch record.state {
            case .done:
                try partCount(of: record.id) > 0 ? nil : "The data for undoing it was deleted."
            case .undone: "It is undone already."
            case .forgotten: "A person in it was removed, and the data for undoing it as well."
            }
        return reason.map { .refused(record, obstacles: [$0]) }
    }

    /// Takes the lease for running or undoing an import; nil if another server has it.
    ///
    /// - Parameter patience: the maximum time to wait, since the lease of a killed server ends a moment
    ///   later. Zero, the default, for callers that leave it to the other server.
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
    /// - Throws: errors of the store.
    func finishInterruptedImports() throws {
        for begun in try unfinishedImports() {
            let start = begun.date.timeIntervalSince1970
            unfinished.attempt("import \(begun.id) \(start)") { [weak self] in
                guard let self, let claim = try self.claimImport(begun.id) else { return }
                defer { claim.release() }
                try finish(begun, claim)
            }
        }
    }

    /// The same for one import.
    private func finish(_ begun: ImportRecord, _ claim: StoreLease) throws {
        // Within a write, so that an import of another server already has its record.
        let found: ImportRecord? = try container.write { context in
            // It may have ended or been started again by now.
            let record = try ImportRecord.all(of: begun.id, in: context).first {
                $0.date == begun.date && $0.work != nil
            }
            guard let record, record.work == .undoing, try partCount(of: begun.id) == 0 else {
                return record
            }
            // Without its parts it cannot be undone.
            try keep(record.ended(.forgotten))
            return nil
        }
        // Outside of it, so that other saves wait for one part only.
        if let found {
            _ = try ImportUndo(household: self, record: found, claim: claim).finish()
        }
    }
}
