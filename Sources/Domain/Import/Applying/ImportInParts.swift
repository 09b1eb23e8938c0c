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
    private var parts: [ImportPart] = []

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
            default: throw error
            }
        }
    }

    private func save(_ digest: String) throws -> ImportRecord {
        let context = ManagedObjectContext(household.container)
        let importer = Importer(file, in: context, progress, ending: .save(savePart))
        let plan = try importer.run()
        guard plan.digest == digest, plan.isApplicable else { throw Stop.disturbed }
        try savePart(of: importer)
        try progress?.begin(.saving)
        let record = begun.whole(parts, plan.counts)
        try household.imports.finish(record)
        return record
    }

    /// Saves what a part has made and changed, while nobody else saves.
    private func savePart(of importer: Importer) throws {
        guard !importer.hasRefusals else { throw Stop.disturbed }
        try household.container.write { _ in
            guard household.imports.isWaiting(token) else { throw Stop.gone }
            guard household.importBasis(of: file.kind) == basis else { throw Stop.disturbed }
            guard importer.context.hasChanges else { return }
            try household.itemImages.add(importer.list.pictures)
            try household.save(
                importer.context,
                preparing: {
                    try importer.context.obtainPermanentIDs(for: importer.context.insertedObjects)
                    let part = try ImportChanges(importer.context).part()
                    try household.imports.append(part, to: begun.id)
                    parts.append(part)
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
                let plan = try Importer(file, in: context, progress, ending: .letGo).run()
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
        for part in try imports.parts(of: id).reversed() {
            let keys = try container.write { try takeBack(part, in: $0) }
            for key in keys { itemImages.remove(.original(key)) }
        }
        try imports.abandon(id)
    }

    private func takeBack(_ part: ImportPart, in context: ManagedObjectContext) throws -> [UUID] {
        var keys: [UUID] = []
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
                if let item = object as? Item { keys.append(item.key) }
                context.delete(object)
            }
        }
        if context.hasChanges { try save(context) }
        return keys
    }
}
