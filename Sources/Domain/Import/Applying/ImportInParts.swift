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
    private let begun: ImportRecord
    private var basis: Int
    private var isNumberingRaised = false

    /// - Parameter basis: what imports of the kind went by when it was found out what it does.
    init(
        _ file: ImportFile, _ token: String, basis: Int, in household: Household,
        _ progress: ImportProgress?
    ) {
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
            household.unfinished.attempt { [weak household = household, id = begun.id] in
                try household?.takeBackParts(of: id)
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
        let importer = try Importer(file, in: context, progress, ending: .save(savePart))
        let plan = try importer.run()
        guard plan.digest == digest, plan.isApplicable else { throw Stop.disturbed }
        try savePart(of: importer)
        try progress?.begin(.saving)
        let imports = household.imports
        let record = try begun.whole(imports.parts(of: begun.id), plan.counts)
        // While nobody saves, so that a backup has it with all that it has made.
        try household.container.write { _ in try imports.finish(record) }
        return record
    }

    /// Items without a number get one above all that the file gives: those of later parts are not in
    /// memory.
    private func raiseNumbering(in context: ManagedObjectContext) throws {
        isNumberingRaised = true
        guard file.columns.contains(.itemNumber) else { return }
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
        try household.container.write { _ in
            guard household.imports.isWaiting(token) else { throw Stop.gone }
            guard household.importBasis(of: file.kind) == basis else { throw Stop.disturbed }
            guard importer.context.hasChanges else { return }
            if !isNumberingRaised { try raiseNumbering(in: importer.context) }
            try household.itemImages.add(importer.list.pictures)
            try household.save(
                importer.context,
                preparing: {
                    try importer.context.obtainPermanentIDs(for: importer.context.insertedObjects)
                    let part = try ImportChanges(importer.context).part(folders: folders)
                    try household.imports.append(part, to: begun.id)
                    try PhotoFolder.make(part.folders ?? [])
                })
            basis = household.importBasis(of: file.kind)
        }
    }
}

extension Household {
    /// Does an import of a long list in parts; nil if others change so much meanwhile that it has to be done
    /// at once.
    func importInParts(
        _ file: ImportFile, _ token: String, _ digest: String?, _ progress: ImportProgress?
    ) throws -> ImportResult? {
        for _ in 0..<Self.importAttempts {
            let basis = importBasis(of: file.kind)
            let version = changes.version(of: file.kind.entities)
            // What was looked at a moment ago need not be tried again.
            let last = lastPlan.withLock { $0 }
            var agreed = digest
            if agreed == nil || agreed != last?.digest || version != last?.version {
                let context = ManagedObjectContext(container)
                let importer = try Importer(file, in: context, progress, ending: .letGo)
                let plan = try importer.run()
                guard plan.isApplicable, digest.map({ $0 == plan.digest }) ?? true else {
                    if importBasis(of: file.kind) != basis { continue }
                    return .changed(file, plan)
                }
                agreed = plan.digest
            }
            let parts = ImportInParts(file, token, basis: basis, in: self, progress)
            if let result = try parts.run(agreed ?? "") { return result }
        }
        return nil
    }

    /// Takes back what was saved of an import that is not whole.
    ///
    /// - Throws: errors of the store and of the file system. Done again, it does the rest.
    func takeBackParts(of id: String) throws {
        let parts = try imports.parts(of: id)
        for index in (0..<parts.count).reversed() { _ = try takeBack(parts.part(at: index)) }
        try imports.abandon(id)
    }

    /// Takes a part back.
    ///
    /// - Parameter leavingChanged: whether what was changed since it was made stays. Default: false.
    /// - Returns: the names of what stays.
    /// - Throws: errors of the store and of the file system. Done again, it does nothing.
    func takeBack(_ part: ImportPart, leavingChanged: Bool = false) throws -> [String] {
        let (keys, left) = try container.write { context in
            try takeBack(part, leavingChanged: leavingChanged, in: context)
        }
        for key in keys { itemImages.remove(.original(key)) }
        unfinished.attempt { try PhotoFolder.remove(part.folders ?? []) }
        return left
    }

    private func takeBack(
        _ part: ImportPart, leavingChanged: Bool, in context: ManagedObjectContext
    ) throws -> (keys: [UUID], left: [String]) {
        var (keys, left): ([UUID], [String]) = ([], [])
        for entry in part.changed {
            guard let object = try context.record(entry.entity, entry.number) else { continue }
            for (key, value) in entry.former
            where try StoredValue(object.attributeValue(forKey: key)) == entry.new[key] {
                try value.set(key, of: object, in: context)
            }
        }
        for made in part.made {
            for number in made.numbers.numbers {
                guard let object = try context.record(made.entity, number) else { continue }
                guard !leavingChanged || !object.isChangedSinceMade else {
                    left.append(ImportUndo.label(object))
                    continue
                }
                if let item = object as? Item { keys.append(item.key) }
                context.delete(object)
            }
        }
        if context.hasChanges { try save(context) }
        return (keys, left)
    }
}

extension ManagedObject {
    /// Whether somebody changed what an import has made. What groups others has another version as soon as
    /// these come or go.
    fileprivate var isChangedSinceMade: Bool {
        switch self {
        case is Item, is GroceryItem, is Book: rowVersion != MadeRecords.firstVersion
        default: false
        }
    }
}
