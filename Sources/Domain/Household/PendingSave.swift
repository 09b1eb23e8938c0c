import Foundation
import Persistence

/// A save whose turn it is, which sections see to before it is made.
final class PendingSave {
    /// What is saved.
    let context: ManagedObjectContext
    /// Reads what is saved by now, which the context need not.
    let present: ManagedObjectContext
    /// When it is.
    let date: Date
    private var endings: [() -> Void] = []

    init(of context: ManagedObjectContext, reading present: ManagedObjectContext, at date: Date) {
        self.context = context
        self.present = present
        self.date = date
    }

    /// Keeps what is done once it is saved, before anybody is told. If nothing is saved, it is not.
    func whenSaved(_ body: @escaping () -> Void) { endings.append(body) }

    /// Saves the context.
    ///
    /// - Throws: what `ManagedObjectContext.save()` throws.
    func run() throws {
        try context.save()
        for end in endings { end() }
    }
}
