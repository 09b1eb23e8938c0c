import Foundation
import Persistence
import Synchronization

extension Household {
    /// How a confirmed import ended.
    public enum ImportResult: Sendable {
        /// It is saved.
        case done(ImportRecord)
        /// Records changed since it was looked at: this is what it would do now. Nothing is saved.
        case changed(ImportFile, ImportPlan)
        /// The file is not kept any more.
        case gone
    }

    /// How taking an import back ended.
    public enum UndoResult: Sendable {
        /// It is taken back.
        case done(ImportRecord)
        /// Nothing is taken back; what stands in the way, a sentence each.
        case refused(ImportRecord, obstacles: [String])
        /// There is no such import any more.
        case gone
    }

    /// What an import would do. Nothing is saved.
    ///
    /// - Parameter progress: hears how far it is, and may call it off. Default: nil.
    /// - Throws: errors of the store, and `CancellationError`.
    public func plan(
        _ file: ImportFile, progress: ImportProgress? = nil
    ) async throws -> ImportPlan {
        try await container.read { [self] context in
            let plan = try self.plan(file, in: context, progress)
            if let version = changes.version(of: file.kind.entities, in: context) {
                importWork.lastPlan.withLock { $0 = (plan.digest, version) }
            }
            return plan
        }
    }

    /// The same in a context, in parts if the file can be imported so.
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

    /// Does an import, all of it or nothing.
    ///
    /// Everything but the saves is done beforehand, while others go on selling.
    ///
    /// - Parameters:
    ///   - token: what stands for the file that was kept.
    ///   - digest: that of the plan that was agreed to; nil for whatever it does now.
    ///   - progress: hears how far it is, and may call it off until it is saved. Default: nil.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    public func confirmImport(
        _ token: String, digest: String?, progress: ImportProgress? = nil
    ) async throws -> ImportResult {
        try await imports.keeping(token) { [self] in
            try await onImportThread { try self.doImport(token, digest, progress) }
        }
    }

    /// Runs a closure when all imports before it are done, or taken back.
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
        // What is left of others is not to be found by this one, since it goes later.
        try settleImports()
        // Of servers on one database, one is at it.
        guard let claim = try claimImport(token, within: .seconds(1)) else {
            throw HouseholdError("Another server is at this import.")
        }
        defer { claim.release() }
        if let done = try finishEarlierImport(token, claim) { return .done(done) }
        do {
            return try importFile(token, digest, progress, claim)
        } catch let error where imports.hasLost(token, error) && !imports.isWaiting(token) {
            // It went with a person, or was called off.
            return .gone
        }
    }

    /// Brings to an end what was begun with the file before: what is noted of that would be lost with the next attempt.
    /// Returns the record of what turns out to be saved, or was saved before it was this server's turn.
    private func finishEarlierImport(_ token: String, _ claim: StoreLease) throws -> ImportRecord? {
        if try imports.begunIDs().contains(token) {
            try container.write { _ in try settleImport(token, claim) }
        }
        guard directory.isShared || imports.isWaiting(token),
            let record = try imports.record(token), record.state == .done
        else { return nil }
        // To say yes to it again is no yes to what the file would do now.
        unfinished.attempt { [imports] in try imports.forget(token) }
        return record
    }

    /// Imports the file, again if records that it uses have changed, and in the end with the writer held.
    private func importFile(
        _ token: String, _ digest: String?, _ progress: ImportProgress?, _ claim: StoreLease
    ) throws -> ImportResult {
        guard let file = try imports.file(for: token) else { return .gone }
        let run = ImportRun(file, token, agreedTo: digest, in: self, claim, progress)
        for _ in 0..<Self.importAttempts {
            if let result = try run.attempt() { return result }
        }
        return try container.write { _ in
            if let result = try run.attempt() { return result }
            return .changed(file, try plan(file, in: ManagedObjectContext(container), nil))
        }
    }

    private static let importAttempts = 3

    /// Takes an import back, all of it or nothing.
    ///
    /// - Parameter progress: hears how far it is, and may call it off until the first record goes. Default: nil.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    public func undoImport(
        _ id: String, progress: ImportProgress? = nil
    ) async throws -> UndoResult {
        try await onImportThread { try self.undo(id, progress) }
    }

    private func undo(_ id: String, _ progress: ImportProgress?) throws -> UndoResult {
        let record: ImportRecord
        switch try undoable(id) {
        case .success(let found): record = found
        case .failure(let refusal): return refusal.result
        }
        guard let claim = try claimImport(id, within: .seconds(1)) else {
            return .refused(record, obstacles: ["It is being undone on another server."])
        }
        defer { claim.release() }
        do {
            return try ImportUndo(record, in: self, claim, progress).run()
        } catch let error where !(error is CancellationError) {
            // What it reads goes with a person in it.
            guard case .failure(let refusal) = try undoable(id) else { throw error }
            return refusal.result
        }
    }

    /// Why an import cannot be taken back, whatever its records are.
    private struct UndoRefusal: Error {
        let result: UndoResult
    }

    private func undoable(_ id: String) throws -> Result<ImportRecord, UndoRefusal> {
        guard let record = try imports.record(id) else {
            return .failure(UndoRefusal(result: .gone))
        }
        guard record.state == .done else {
            let reason =
                record.state == .undone
                ? "It is undone already."
                : "A person in it was removed, and what is needed to undo it with them."
            return .failure(UndoRefusal(result: .refused(record, obstacles: [reason])))
        }
        return .success(record)
    }

    /// Claims an import, to do it or to take it back; nil if another server is at it.
    ///
    /// - Parameter patience: how long it is asked for: the claim of a server that was killed goes a moment after it.
    ///   Nobody waits who keeps others from saving meanwhile. Default: it is asked for once.
    func claimImport(_ id: String, within patience: Duration = .zero) throws -> StoreLease? {
        let end = ContinuousClock.now + patience
        while true {
            if let claim = try container.coordinator.claim("import \(id)") { return claim }
            guard ContinuousClock.now < end else { return nil }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Takes back what an earlier run had saved of imports when it ended, and ends what it had begun to take back.
    /// Those that another server is at are left to it. One that fails is tried again later, and does
    /// not prevent the others.
    ///
    /// - Throws: errors of the file system.
    func settleImports() throws {
        for id in try imports.begunIDs() {
            let date = imports.begunRecord(id)?.date
            unfinished.attempt("import \(id) \(date?.timeIntervalSince1970 ?? 0)") { [weak self] in
                guard let self, let claim = try self.claimImport(id) else { return }
                defer { claim.release() }
                // In a write, so that an import of another server has its record already.
                try container.write { _ in
                    // By now it may be ended, or begun again.
                    guard try imports.begunIDs().contains(id),
                        imports.begunRecord(id)?.date == date
                    else { return }
                    try settleImport(id, claim)
                }
            }
        }
    }

    /// The same for one of them, by the claim to it.
    private func settleImport(_ id: String, _ claim: StoreLease) throws {
        let kept = try imports.record(id)
        // Of one that was cut off nothing was saved after it.
        if let record = imports.begunRecord(id) {
            if record.state == .undone {
                if try imports.parts(of: id).count == 0 && record.hasParts {
                    // Without the list of parts it cannot be undone.
                    if kept?.state != .undone { try imports.keep(record.ended(.forgotten)) }
                } else {
                    _ = try ImportUndo(record, in: self, claim).finish()
                }
            } else if kept?.date != record.date {
                // What is kept is of an earlier import of the same file, if there is any.
                if let part = record.formerPart, try container.write(part.isSaved) {
                    try imports.keep(record)
                } else {
                    try takeBackParts(of: record)
                }
            }
        }
        try imports.abandon(id)
    }
}
