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

    private func plan(
        _ file: ImportFile, in context: ManagedObjectContext, _ progress: ImportProgress?
    ) throws -> ImportPlan {
        do {
            return try Importer(file, in: context, importWork.partSize, progress, ending: .letGo)
                .run()
        } catch is NotInParts {
            context.reset()
            return try Importer(file, in: context, importWork.partSize, progress).run()
        }
    }

    /// Does an import, all of it or nothing: in one save, or in parts if it is long.
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
        let author = Author.name
        return try await imports.keeping(token) { [self] in
            try await withCheckedThrowingContinuation { continuation in
                importWork.thread.async {
                    continuation.resume(
                        with: Result {
                            try Author.$name.withValue(author) {
                                try self.shopCurrency.applying {
                                    try self.doImport(token, digest, progress)
                                }
                            }
                        })
                }
            }
        }
    }

    private func doImport(
        _ token: String, _ digest: String?, _ progress: ImportProgress?
    ) throws -> ImportResult {
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

    /// Brings to an end what another server was at with the file when it ended: what is noted of that would be lost
    /// with the next attempt. Returns the record of what turns out to be saved, or was saved before it was this
    /// server's turn.
    private func finishEarlierImport(_ token: String, _ claim: StoreLease) throws -> ImportRecord? {
        guard directory.isShared else { return nil }
        if try imports.begunIDs().contains(token) {
            try container.write { _ in try settleImport(token, claim) }
        }
        guard let record = try imports.record(token), record.state == .done else { return nil }
        // To say yes to it again is no yes to what the file would do now.
        unfinished.attempt { [imports] in try imports.forget(token) }
        return record
    }

    /// Prepares the file and saves it; again if somebody changed what it goes by, and at last while
    /// everybody else waits.
    private func importFile(
        _ token: String, _ digest: String?, _ progress: ImportProgress?, _ claim: StoreLease
    ) throws -> ImportResult {
        guard let file = try imports.file(for: token) else { return .gone }
        if file.comesInParts(importWork.partSize),
            let result = try importInParts(file, token, digest, progress, claim)
        {
            return result
        }
        for _ in 0..<Self.importAttempts {
            let prepared = try PreparedImport(file, in: self, progress)
            guard prepared.does(digest) else {
                if prepared.isStale { continue }
                return .changed(file, prepared.plan)
            }
            try progress?.begin(.saving)
            let result = try container.write { context in
                try claim.check()
                return try self.finish(prepared, token, after: context)
            }
            if let result { return result }
        }
        return try container.write { context in
            try claim.check()
            let prepared = try PreparedImport(file, in: self)
            guard prepared.does(digest) else { return .changed(file, prepared.plan) }
            return try self.finish(prepared, token, after: context)
                ?? .changed(file, prepared.plan)
        }
    }

    /// Saves an import and keeps its record; nil if it has to be prepared again.
    ///
    /// Both happen while nobody else saves, because the record of an import goes with a person in it,
    /// and so does the file.
    func finish(
        _ prepared: PreparedImport, _ token: String, after context: ManagedObjectContext
    ) throws -> ImportResult? {
        guard imports.isWaiting(token) else { return .gone }
        guard let record = try prepared.save(token, after: context) else { return nil }
        // It is imported. Until the file can be removed, to say yes to it again is no yes to what it
        // would do now.
        unfinished.attempt { [imports] in try imports.forget(token) }
        return .done(record)
    }

    static let importAttempts = 3

    /// Takes an import back, all of it or nothing.
    ///
    /// - Parameter progress: hears how far it is, and may call it off until the first record goes. Default: nil.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    public func undoImport(
        _ id: String, progress: ImportProgress? = nil
    ) async throws -> UndoResult {
        let author = Author.name
        let result = try await withCheckedThrowingContinuation { continuation in
            // Behind an import that is under way, and behind another one that is taken back.
            importWork.thread.async {
                continuation.resume(
                    with: Result {
                        try Author.$name.withValue(author) { try self.undoInParts(id, progress) }
                    })
            }
        }
        if let result { return result }
        try progress?.begin(.takingBack)
        return try await write { context in
            let record: ImportRecord
            switch try self.undoable(id) {
            case .success(let found): record = found
            case .failure(let refusal): return refusal.result
            }
            let undo = try ImportUndo(record, in: context)
            guard undo.obstacles.isEmpty else {
                return .refused(record, obstacles: undo.obstacles)
            }
            let keys = undo.itemKeys
            try undo.run()
            let ended = record.ended(.undone)
            do {
                try self.changingFiles {
                    _ = try self.save(context, keeping: { ended })
                    for key in keys { self.itemImages.remove(.original(key)) }
                }
            } catch PersistenceError.validation(let faults) {
                return .refused(record, obstacles: faults.map { "\($0.entity): \($0.reason)." })
            }
            self.unfinished.attempt { try PhotoFolder.remove(ended.folders) }
            return .done(ended)
        }
    }

    /// Takes an import back that was saved in parts; nil for any other one.
    private func undoInParts(_ id: String, _ progress: ImportProgress?) throws -> UndoResult? {
        guard case .success(let record) = try undoable(id), record.isKeptInParts else { return nil }
        guard let claim = try claimImport(id, within: .seconds(1)) else {
            return .refused(record, obstacles: ["It is being undone on another server."])
        }
        defer { claim.release() }
        do {
            return try UndoInParts(record, in: self, claim, progress).run()
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

    /// Saves what an import does, or taking it back, with its record: the record is written before,
    /// and removed if nothing is saved.
    ///
    /// - Parameter makeRecord: makes the record, just before the save.
    /// - Throws: what ``save(_:preparing:)`` throws, and errors of the file system; nothing is saved
    ///   then, unless the error says that it may be.
    func save(
        _ context: ManagedObjectContext, keeping makeRecord: () throws -> ImportRecord
    ) throws -> ImportRecord? {
        var record: ImportRecord?
        do {
            try save(
                context,
                preparing: {
                    let made = try makeRecord()
                    record = made
                    try imports.begin(made)
                    if made.state == .done { try PhotoFolder.make(made.folders) }
                })
        } catch {
            // Of one that may be saved it is found out later.
            if let record, !error.mayBeSaved { try abandon(record) }
            throw error
        }
        // It is saved, whether or not its record can be put in its place at once.
        if let id = record?.id { unfinished.attempt { [imports] in try imports.finish(id) } }
        return record
    }

    /// Removes what was made for an import that is not saved.
    private func abandon(_ record: ImportRecord) throws {
        if record.state == .done { try PhotoFolder.remove(record.folders) }
        try imports.abandon(record.id)
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

    /// Puts the records of imports in their places, or removes them, that an earlier run had written
    /// when it ended. Those that another server is at are left to it.
    ///
    /// - Throws: errors of the store and of the file system.
    func settleImports() throws {
        for id in try imports.begunIDs() {
            guard let claim = try claimImport(id) else { continue }
            defer { claim.release() }
            try settleImport(id, claim)
        }
    }

    /// The same for one of them, by the claim to it.
    private func settleImport(_ id: String, _ claim: StoreLease) throws {
        guard let record = imports.begunRecord(id) else {
            // It was cut off, so nothing was saved after it.
            return try imports.abandon(id)
        }
        guard !record.isInParts else {
            if try imports.record(record.id) == nil { try takeBackParts(of: record.id) }
            return try imports.abandon(record.id)
        }
        if record.state == .undone, record.isKeptInParts {
            guard try imports.parts(of: id).count > 0 else {
                // Nothing says any more what there is to take back.
                try imports.keep(record.ended(.forgotten))
                return try imports.abandon(id)
            }
            _ = try UndoInParts(record, in: self, claim).finish()
            return
        }
        // What is taken back says nothing of the values any more.
        let basis = record.state == .undone ? try imports.record(record.id) : record
        let wasSaved = try container.read { context in
            try (basis ?? record).isSaved(as: record.state, in: context)
        }
        guard wasSaved else { return try abandon(record) }
        if record.state == .undone { try PhotoFolder.remove(record.folders) }
        try imports.finish(record.id)
    }
}

extension ImportRecord {
    /// Whether the records are as they are once this was done, or taken back.
    fileprivate func isSaved(
        as state: State, in context: ManagedObjectContext
    ) throws -> Bool {
        if let first = made.first, let number = first.numbers.numbers.first(where: { _ in true }) {
            return try (context.record(first.entity, number) == nil) == (state == .undone)
        }
        return try changed.allSatisfy { entry in
            guard let object = try context.record(entry.entity, entry.number) else { return false }
            let values = state == .undone ? entry.former : entry.new
            return try values.allSatisfy { key, value in
                try StoredValue(key, of: object) == value
            }
        }
    }
}
