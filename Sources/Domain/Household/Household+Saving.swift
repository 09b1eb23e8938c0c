import Foundation
public import Persistence

extension Household {
    /// Saves a context. All saves of the application go through this method, which runs the
    /// sections' rules and removes deleted persons from the data of imports.
    ///
    /// - Throws: errors of `ManagedObjectContext.save()` and of the file system. Nothing is saved
    ///   then: other work that can fail is done before, or retried until it succeeds.
    public func save(_ context: ManagedObjectContext) throws {
        try save(context, forgettingPersons: true)
    }

    /// Saves a context.
    ///
    /// - Parameter forgetsPersons: whether to remove deleted persons from the data of imports at
    ///   once; false while an import is reverted.
    /// - Throws: as above.
    func save(_ context: ManagedObjectContext, forgettingPersons forgetsPersons: Bool) throws {
        try changingFiles {
            // Saves run one at a time, whatever their context.
            try container.write { present in
                // Reads on the way must not wait for readers, who may wait for the end of the save.
                try context.reading(withSessionsOf: present) {
                    try saveInTurn(context, reading: present, forgetsPersons: forgetsPersons)
                }
            }
        }
    }

    /// Runs a closure that changes records together with their files, so that a check sees both or
    /// neither.
    ///
    /// - Throws: errors of the closure and of the file system.
    func changingFiles<T>(_ body: () throws -> T) throws -> T {
        try FileLock.whileChanging(directory.images, body)
    }

    private func saveInTurn(
        _ context: ManagedObjectContext, reading present: ManagedObjectContext,
        forgetsPersons: Bool
    ) throws {
        try activities.begin(context)
        context.processPendingChanges()
        let deleted = context.deletedCustomers
        let save = PendingSave(of: context, reading: present, of: self)
        // Later sections change records of earlier ones.
        for section in SectionModel.all.reversed() {
            for step in section.saveSteps { try step(save) }
        }
        importWork.versions.raise(save)
        try activities.keepValues(save)
        try UndoStep.takeChanges(save)
        changes.sign(context)
        try erasure.add(deleted)
        try changes.inTurn { try save.run() }
        // The persons are deleted even if their other data cannot be removed at once.
        guard forgetsPersons else { return }
        unfinished.attempt { [weak self] in try self?.forgetImports(ofPersons: deleted) }
    }
}

/// A save in progress, which the sections' rules can change before it is made.
final class PendingSave {
    let household: Household
    /// The context to save.
    let context: ManagedObjectContext
    /// A context with the latest saved state, which the saving one may not have.
    let present: ManagedObjectContext
    /// The time of the save.
    let date: Date
    private var endings: [() -> Void] = []

    init(
        of context: ManagedObjectContext, reading present: ManagedObjectContext,
        of household: Household
    ) {
        self.household = household
        self.context = context
        self.present = present
        date = household.now()
    }

    /// Runs a closure after the save and before it is published. It does not run if nothing is
    /// saved.
    func whenSaved(_ body: @escaping () -> Void) { endings.append(body) }

    /// Saves the context.
    ///
    /// - Throws: errors of `ManagedObjectContext.save()`.
    func run() throws {
        try context.save()
        for end in endings { end() }
    }
}

extension Error {
    /// Whether the save may have succeeded in spite of the error: the connection to the database
    /// was lost in the middle, or others came between after a part was saved. Files outside of the
    /// store are not rolled back then: the clean-up of files left by an interrupted program checks
    /// what happened.
    package var mayBeSaved: Bool {
        switch self as any Error {
        case PersistenceError.collision(isUndone: false): true
        case let error as any StoreAvailability: error.isOutcomeUnknown
        default: false
        }
    }
}
