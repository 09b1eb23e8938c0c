import Foundation
import Persistence
import Synchronization

/// An import in parts that are saved one after the other. Other saves wait for one part only, and only its
/// records are in memory. A short table is one part.
///
/// Each part is saved with an undo step, and the last one with the record. If the import ends before that, all parts
/// are undone: at once, or by the next start.
final class ImportRun {
    /// A reason to stop the import.
    private enum Stop: Error {
        /// Records that it uses have changed.
        case disturbed
        /// The result differs from the confirmed plan.
        case changed(ImportPlan)
        /// The file has been deleted.
        case gone
    }

    private let household: Household
    private let file: ImportFile
    private let token: String
    private let digest: String?
    private let progress: ImportProgress?
    private let claim: StoreLease
    private var size: ImportPartSize
    private var version = 0
    /// The record with the parts that are saved so far.
    private var record: ImportRecord
    private var savedCount: Int64 = 0

    /// - Parameters:
    ///   - digest: the digest of the confirmed plan; nil accepts any result.
    ///   - claim: the lease that keeps other servers from this import.
    init(
        _ file: ImportFile, _ token: String, agreedTo digest: String?, in household: Household,
        _ claim: StoreLease, _ progress: ImportProgress?
    ) {
        self.file = file
        self.token = token
        self.digest = digest
        self.household = household
        self.claim = claim
        self.progress = progress
        record = ImportRecord(id: token, of: file)
        size = household.importWork.partSize
    }

    /// Imports the file.
    ///
    /// - Returns: nil if it must be repeated, because records that it uses have changed; nothing is saved then.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    func attempt() throws -> Household.ImportResult? {
        version = household.importVersion(of: file.kind)
        do {
            var agreed = digest
            // A table of several parts is checked against the plan before the first one is saved.
            if file.comesInParts(size), !wasJustPlanned {
                let context = ManagedObjectContext(household.container)
                let plan = try Importer(file, in: context, size, progress).run()
                guard does(plan, digest) else { return isDisturbed ? nil : .changed(file, plan) }
                agreed = plan.digest
            }
            return try attempt(agreed)
        } catch is Importer.NotInParts {
            // Parts that were saved, and undone, have changed the records that it uses.
            size = .unlimited
            return try attempt()
        }
    }

    /// Whether the confirmed plan was made after the last save.
    private var wasJustPlanned: Bool {
        guard let last = household.importWork.lastPlan.withLock({ $0 }) else { return false }
        return last.digest == digest
            && last.version == household.changes.version(of: file.kind.entities)
    }

    /// Whether records that the import uses have changed since it started.
    private var isDisturbed: Bool { household.importVersion(of: file.kind) != version }

    private func does(_ plan: ImportPlan, _ digest: String?) -> Bool {
        plan.isApplicable && digest.map { $0 == plan.digest } ?? true
    }

    private func attempt(_ agreed: String?) throws -> Household.ImportResult? {
        let imports = household.imports
        // Parts that could not be undone are needed until they are.
        guard try !household.unfinishedImports().contains(where: { $0.id == token }) else {
            throw HouseholdError("What was saved of the import cannot be undone yet: try again.")
        }
        let begun = ImportRecord(id: token, of: file)
        (record, savedCount) = (begun, 0)
        do {
            try save(agreed)
            return done(record)
        } catch {
            if error.mayBeSaved, let record = try? savedRecord(begun) { return done(record) }
            // If this fails, it is tried again later, or by the next start.
            household.unfinished.attempt { [weak household = household, claim] in
                try household?.takeBackParts(of: begun, claimedBy: claim)
            }
            switch error {
            case Stop.changed(let plan): return isDisturbed ? nil : .changed(file, plan)
            case Stop.disturbed, PersistenceError.mergeConflicts,
                PersistenceError.constraintConflict:
                return nil
            case Stop.gone: return .gone
            // Deleting the file overwrites its rows.
            case is ScratchTable.Gone where !imports.isWaiting(token): return .gone
            default: throw error
            }
        }
    }

    private func done(_ record: ImportRecord) -> Household.ImportResult {
        // It is imported: the file must not be imported a second time.
        household.unfinished.attempt { [token, imports = household.imports] in
            try imports.forget(token)
        }
        return .done(record)
    }

    /// The record of the import, if it was saved although the connection was lost meanwhile.
    private func savedRecord(_ begun: ImportRecord) throws -> ImportRecord? {
        let record = try household.container.write { try ImportRecord.find(token, in: $0) }
        return record?.date == begun.date ? record : nil
    }

    private func save(_ agreed: String?) throws {
        let importer = try Importer(
            file, in: ManagedObjectContext(household.container), size, progress,
            saving: { try self.savePart(of: $0) })
        let plan = try importer.run()
        guard does(plan, agreed) else {
            throw importer.isInParts ? Stop.disturbed : Stop.changed(plan)
        }
        try progress?.begin(.saving)
        try savePart(of: importer, last: plan.counts)
    }

    /// Saves a part, with the writer held. A store with concurrent writers may repeat that, so that only a saved part
    /// counts.
    ///
    /// - Parameter counts: the counts of the whole import, if it is the last part. Default: nil.
    private func savePart(of importer: Importer, last counts: ImportCounts? = nil) throws {
        guard !importer.hasRefusals else { throw Stop.disturbed }
        let folders = try importer.list.placeIDs.flatMap(household.photoFolder.missingFolders)
        try household.container.write { present in
            try claim.check()
            guard household.imports.isWaiting(token) else { throw Stop.gone }
            guard !isDisturbed else { throw Stop.disturbed }
            guard importer.context.hasChanges || counts != nil else { return }
            let isFirst = savedCount == 0
            guard try importer.renumber(after: present, isFirst: isFirst) else {
                throw Stop.disturbed
            }
            if importer.isInParts, isFirst, file.rows.greatestNumber > 0 {
                try file.kind.numbering?.raise(file.rows.greatestNumber, importer.context)
            }
            do {
                try household.changingFiles { try commit(importer, counts, folders) }
            } catch PersistenceError.validation(let faults) {
                // Records have changed since the plan, or the table is consistent only as a whole.
                try importer.validate()
                throw importer.hasRefusals
                    ? Stop.disturbed : PersistenceError.validation(faults)
            }
            version = household.importVersion(of: file.kind)
        }
    }

    private func commit(
        _ importer: Importer, _ counts: ImportCounts?, _ folders: [String]
    ) throws {
        let (context, pictures) = (importer.context, importer.list.pictures)
        var record = record
        // They are left from a save that is repeated.
        for case let step as UndoStep in context.insertedObjects { context.delete(step) }
        let step = UndoStep.add(savedCount + 1, to: token, in: context)
        step.makeChanges = { [unowned self, unowned importer, unowned context] in
            let part = try ImportPart(context, folders: folders)
            record = self.record
            record.add(part)
            if let counts { record.complete(counts, saleNumbers: importer.madeSaleNumbers) }
            try record.keep(in: context)
            return try JSONEncoder().encode(part)
        }
        do {
            try household.itemImages.add(pictures)
            try PhotoFolder.make(folders)
            try household.save(context)
        } catch {
            if !error.mayBeSaved {
                household.itemImages.remove(pictures)
                household.unfinished.attempt { try PhotoFolder.remove(folders) }
            }
            throw error
        }
        (self.record, savedCount) = (record, savedCount + 1)
    }
}
