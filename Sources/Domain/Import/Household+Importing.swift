import Foundation
import Persistence

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
    /// - Throws: errors of the store.
    public func plan(_ file: ImportFile) async throws -> ImportPlan {
        try await container.read { context in try Importer(file, in: context).run() }
    }

    /// Does an import, all of it or nothing, in one save.
    ///
    /// - Parameters:
    ///   - token: what stands for the file that was kept.
    ///   - digest: that of the plan that was agreed to.
    /// - Throws: errors of the store and of the file system.
    public func confirmImport(_ token: String, digest: String) async throws -> ImportResult {
        try await container.write { context in
            guard let file = try self.imports.file(for: token) else { return .gone }
            let plan = try Importer(file, in: context).run()
            guard plan.isApplicable, plan.digest == digest else { return .changed(file, plan) }
            let changes = ImportChanges(context)
            try self.save(context)
            let record = try changes.record(of: file, plan.counts)
            try self.imports.keep(record)
            try self.imports.forget(token)
            return .done(record)
        }
    }

    /// Takes an import back, all of it or nothing.
    ///
    /// - Throws: errors of the store and of the file system.
    public func undoImport(_ id: String) async throws -> UndoResult {
        try await container.write { context in
            guard let record = try self.imports.record(id) else { return .gone }
            guard record.state == .done else {
                let reason =
                    record.state == .undone
                    ? "It was taken back already."
                    : "A person in it was removed, and what is needed to take it back with them."
                return .refused(record, obstacles: [reason])
            }
            let undo = try ImportUndo(record, in: context)
            guard undo.obstacles.isEmpty else {
                return .refused(record, obstacles: undo.obstacles)
            }
            try undo.run()
            do {
                try self.save(context)
            } catch PersistenceError.validation(let faults) {
                return .refused(record, obstacles: faults.map { "\($0.entity): \($0.reason)." })
            }
            let ended = record.ended(.undone)
            try self.imports.keep(ended)
            return .done(ended)
        }
    }
}
