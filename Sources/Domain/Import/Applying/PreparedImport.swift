import Persistence

/// An import that is done in a context of its own, and waits for its save.
///
/// The writer is not held meanwhile. New sales of customers and products that are there do not
/// disturb it, whatever else imports go by is compared by ``Household/importBasis(of:)``.
struct PreparedImport {
    /// What it does.
    let plan: ImportPlan
    private let household: Household
    private let importer: Importer
    private let basis: Int

    /// Does what a file says, in a new context.
    ///
    /// - Throws: errors of the store.
    init(
        _ file: ImportFile, in household: Household, _ progress: ImportProgress? = nil
    ) throws {
        self.household = household
        basis = household.importBasis(of: file.kind)
        importer = try Importer(
            file, in: ManagedObjectContext(household.container), household.importWork.partSize,
            progress)
        plan = try importer.run()
    }

    /// Whether it does what was agreed to; whatever it does if that is not said.
    func does(_ digest: String?) -> Bool {
        plan.isApplicable && digest.map { $0 == plan.digest } ?? true
    }

    /// Whether somebody changed what it goes by since it was begun.
    var isStale: Bool { household.importBasis(of: importer.file.kind) != basis }

    /// Saves it, and keeps its record, which is written before: whatever was imported can be taken
    /// back.
    ///
    /// - Parameters:
    ///   - token: the name that the file waited under, which the record gets.
    ///   - context: that of the `write` closure in which it is done, in which nobody else
    ///   saves.
    /// - Returns: nil if nothing was saved, because it has to be prepared again.
    /// - Throws: errors of the store and of the file system.
    func save(_ token: String, after context: ManagedObjectContext) throws -> ImportRecord? {
        guard !isStale, try importer.renumber(after: context) else { return nil }
        return try household.changingFiles { try save(token) }
    }

    private func save(_ token: String) throws -> ImportRecord? {
        do {
            try household.itemImages.add(importer.list.pictures)
            return try household.save(
                importer.context,
                keeping: {
                    try importer.context.obtainPermanentIDs(for: importer.context.insertedObjects)
                    let folder = household.photoFolder
                    return try ImportChanges(importer.context).record(
                        id: token, of: importer.file, plan.counts,
                        folders: importer.list.placeIDs.flatMap(folder.missingFolders))
                })
        } catch {
            if !error.mayBeSaved { household.itemImages.remove(importer.list.pictures) }
            switch error {
            case PersistenceError.mergeConflicts, PersistenceError.constraintConflict: return nil
            default: throw error
            }
        }
    }
}
