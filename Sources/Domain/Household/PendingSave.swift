import Foundation
import Persistence

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
