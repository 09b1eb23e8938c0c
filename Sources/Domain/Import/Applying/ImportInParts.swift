import Foundation
import Persistence
import Synchronization

/// An import of a long list, saved in parts, so that others who save wait for one part alone, and only
/// the records of one part are in memory.
///
/// What a part makes and changes is noted beside the store before the part is saved. Until the record of
/// the whole is in its place, whatever ends the import takes all parts back: at once, or at the next start.
final class ImportInParts {
    /// Why it cannot go on.
    private enum Stop: Error {
        /// Somebody changed what it goes by.
        case disturbed
        /// The file is not kept any more.
        case gone
    }

    private let household: Household
    private let file: ImportFile
    private let token: String
    private let progress: ImportProgress?
    private let claim: StoreLease
    private let begun: ImportRecord
    private var basis: Int
    private var isNumberingRaised = false

    /// - Parameters:
    ///   - basis: what imports of the kind went by when it was found out what it does.
    ///   - claim: by which no other server is at it.
    init(
        _ file: ImportFile, _ token: String, basis: Int, in household: Household,
        _ claim: StoreLease, _ progress: ImportProgress?
    ) {
        self.claim = claim
        self.household = household
        self.file = file
        self.token = token
        self.progress = progress
        self.basis = basis
        begun = ImportRecord(id: token, partsOf: file)
    }

    /// Does it.
    ///
    /// - Parameter digest: that of the plan.
    /// - Returns: nil if it has to begin anew: nothing of it is saved.
    /// - Throws: errors of the store and of the file system, and `CancellationError`.
    func run(_ digest: String) throws -> Household.ImportResult? {
        try household.imports.begin(begun)
        do {
            let record = try save(digest)
            let imports = household.imports
            household.unfinished.attempt { try imports.abandon(record.id) }
            household.unfinished.attempt { [token] in try imports.forget(token) }
            return .done(record)
        } catch {
            // What cannot be taken back now is taken back later, or by the next start.
            household.unfinished.attempt { [weak household = household, id = begun.id, claim] in
                try household?.takeBackParts(of: id, claimedBy: claim)
            }
            switch error {
            case Stop.disturbed, PersistenceError.mergeConflicts,
                PersistenceError.constraintConflict:
                return nil
            case Stop.gone: return .gone
            // Who forgets the file writes over its rows.
            case is SpilledBytes.CutOff where !household.imports.isWaiting(token): return .gone
            default: throw error
            }
        }
    }

    private func save(_ digest: String) throws -> ImportRecord {
        let context = ManagedObjectContext(household.container)
        let importer = try Importer(
            file, in: context, household.importWork.partSize, progress, ending: .save(savePart))
        let plan = try importer.run()
        guard plan.digest == digest, plan.isApplicable else { throw Stop.disturbed }
        try savePart(of: importer)
        try progress?.begin(.saving)
        let imports = household.imports
        let record = try begun.whole(
            imports.parts(of: begun.id), plan.counts, saleNumbers: importer.madeSaleNumbers)
        // While nobody saves, so that a backup has it with all that it has made; and no person in it goes.
        try household.container.write { [token] _ in
            try claim.check()
            guard imports.isWaiting(token) else { throw Stop.gone }
            try imports.finish(record)
        }
        return record
    }

    /// What has no number gets one above all that the file gives: those of later parts are not in memory.
    private func raiseNumbering(of importer: Importer) throws {
        isNumberingRaised = true
        let context = importer.context
        if let outline = importer.outline {
            try SaleNumbering.raise(to: outline.greatest, payment: 0, in: context)
        }
        if let payments = importer.payments {
            try SaleNumbering.raise(to: 0, payment: payments.greatest, in: context)
        }
        guard file.kind == .items, file.columns.contains(.itemNumber) else { return }
        var greatest: Int64 = 0
        for index in 0..<file.rows.count {
            let text = try file.rows.row(at: index).text(.itemNumber) ?? ""
            greatest = max(greatest, ItemNumber.imported(text) ?? 0)
        }
        try ItemNumbering.raise(to: greatest, in: context)
    }

    /// Saves what a part has made and changed, while nobody else saves.
    private func savePart(of importer: Importer) throws {
        guard !importer.hasRefusals else { throw Stop.disturbed }
        let photos = household.photoFolder
        let folders = try importer.list.placeIDs.flatMap(photos.missingFolders)
        try household.container.write { present in
            try claim.check()
            guard household.imports.isWaiting(token) else { throw Stop.gone }
            guard household.importBasis(of: file.kind) == basis else { throw Stop.disturbed }
            guard importer.context.hasChanges else { return }
            guard try importer.renumber(after: present, isFirst: !isNumberingRaised) else {
                throw Stop.disturbed
            }
            if !isNumberingRaised { try raiseNumbering(of: importer) }
            try household.changingFiles {
                try household.itemImages.add(importer.list.pictures)
                try household.save(
                    importer.context,
                    preparing: {
                        try importer.context.obtainPermanentIDs(
                            for: importer.context.insertedObjects)
                        let part = try ImportChanges(importer.context).part(folders: folders)
                        try household.imports.append(part, to: begun.id)
                        try PhotoFolder.make(part.folders ?? [])
                    })
            }
            basis = household.importBasis(of: file.kind)
        }
    }
}

extension Household {
    /// Rises before every save that changes what imports of a kind go by.
    func importBasis(of kind: ImportKind) -> Int { importWork.bases.count(of: kind.bases) }

    /// Does an import of a long list in parts; nil if it has to be done at once, because it cannot be done in
    /// parts, or others change so much meanwhile.
    func importInParts(
        _ file: ImportFile, _ token: String, _ digest: String?, _ progress: ImportProgress?,
        _ claim: StoreLease
    ) throws -> ImportResult? {
        do {
            return try tryInParts(file, token, digest, progress, claim)
        } catch is NotInParts {
            return nil
        }
    }

    private func tryInParts(
        _ file: ImportFile, _ token: String, _ digest: String?, _ progress: ImportProgress?,
        _ claim: StoreLease
    ) throws -> ImportResult? {
        for _ in 0..<Self.importAttempts {
            let basis = importBasis(of: file.kind)
            let version = changes.version(of: file.kind.entities)
            // What was looked at a moment ago need not be tried again.
            let last = importWork.lastPlan.withLock { $0 }
            var agreed = digest
            if agreed == nil || agreed != last?.digest || version != last?.version {
                let context = ManagedObjectContext(container)
                let plan = try Importer(
                    file, in: context, importWork.partSize, progress, ending: .letGo
                ).run()
                guard plan.isApplicable, digest.map({ $0 == plan.digest }) ?? true else {
                    if importBasis(of: file.kind) != basis { continue }
                    return .changed(file, plan)
                }
                agreed = plan.digest
            }
            let parts = ImportInParts(file, token, basis: basis, in: self, claim, progress)
            if let result = try parts.run(agreed ?? "") { return result }
        }
        return nil
    }
}
