import Persistence

/// An import that is done in a context of its own, and waits for its save.
///
/// The writer is not held meanwhile. New sales of customers and products that are there do not
/// disturb it, whatever else imports go by is compared by ``Household/importBasis``.
struct PreparedImport {
    /// What it does.
    let plan: ImportPlan
    private let household: Household
    private let importer: Importer
    private let basis: Int

    /// Does what a file says, in a new context.
    ///
    /// - Throws: errors of the store.
    init(_ file: ImportFile, in household: Household) throws {
        self.household = household
        basis = household.importBasis
        importer = Importer(file, in: ManagedObjectContext(household.container))
        plan = try importer.run()
    }

    /// Whether it does what was agreed to.
    func does(_ digest: String) -> Bool { plan.isApplicable && plan.digest == digest }

    /// Whether somebody changed what it goes by since it was begun.
    var isStale: Bool { household.importBasis != basis }

    /// Saves it.
    ///
    /// - Parameter context: that of the `write` closure in which it is done, in which nobody else
    ///   saves.
    /// - Returns: nil if nothing was saved, because it has to be prepared again.
    /// - Throws: errors of the store.
    func save(after context: ManagedObjectContext) throws -> ImportRecord? {
        guard !isStale, try importer.renumber(after: context) else { return nil }
        let changes = ImportChanges(importer.context)
        do {
            try household.save(importer.context)
        } catch PersistenceError.mergeConflicts, PersistenceError.constraintConflict {
            return nil
        }
        return try changes.record(of: importer.file, plan.counts)
    }
}
