import Foundation
public import Persistence

/// A change that can be undone, as a record with the values that it replaced. It is saved in the
/// transaction of the change, so that a store has both or neither.
///
/// Steps are numbered in series: the changes of the shopping list, the parts of an import, the records
/// of imports (``ImportRecord``), and the changes of each kind that a notice offers to undo
/// (``UndoLog``). The last two are numbered by time and have a token and an end. The default series is
/// that of the steps of former versions, which had only the shopping list's.
public final class UndoStep: ManagedObject {
    /// Makes the data of a change when all values of the save are known.
    var makeChanges: (() throws -> Data)?
}

extension UndoStep {
    /// The steps of a series, oldest first.
    ///
    /// - Throws: errors of the store.
    static func all(of series: String, in context: ManagedObjectContext) throws -> [UndoStep] {
        try context.fetch(
            FetchRequest<UndoStep>(.key("series") == series, sortBy: [SortDescriptor(\.number)]))
    }

    /// Makes a step of a series.
    static func add(
        _ number: Int64, to series: String, expires: Date? = nil, in context: ManagedObjectContext
    ) -> UndoStep {
        let step = UndoStep(context: context)
        (step.series, step.number, step.expires) = (series, number, expires)
        return step
    }

    /// Takes the changes of new steps from the values that a save writes, with the numbers of its
    /// new records.
    ///
    /// - Throws: errors of the store, and of the encoder.
    static func takeChanges(_ save: PendingSave) throws {
        let inserted = save.context.insertedObjects
        for case let step as UndoStep in inserted {
            guard let makeChanges = step.makeChanges else { continue }
            try save.context.obtainPermanentIDs(for: inserted.filter { !($0 is UndoStep) })
            step.changes = try makeChanges()
        }
    }

    /// Deletes the steps that a notice offers to undo: they may name an erased person.
    ///
    /// - Throws: errors of the store.
    static func forgetNoticed(in context: ManagedObjectContext) throws {
        let noticed: FetchPredicate =
            .key("token") != nil && .key("series") != ImportRecord.series
        for step in try context.fetch(FetchRequest<UndoStep>(noticed)) { context.delete(step) }
    }

    /// Deletes such steps with a person, in the same save.
    ///
    /// - Throws: errors of the store.
    static func forgetPersons(_ save: PendingSave) throws {
        guard !save.context.deletedCustomers.isEmpty else { return }
        try forgetNoticed(in: save.context)
    }
}

extension Household {
    /// Deletes the steps that meet a condition, in small batches: they may be many, and long. Others save between
    /// the batches, except inside a write. The last of a series go first, so that the rest are still its first ones if
    /// this is interrupted.
    ///
    /// - Throws: errors of the store.
    func deleteSteps(_ condition: FetchPredicate) throws {
        while try container.write({ try deleteSomeSteps(condition, in: $0) }) {}
    }

    /// Deletes a batch of them. Returns whether there may be more.
    func deleteSomeSteps(
        _ condition: FetchPredicate, in context: ManagedObjectContext
    ) throws -> Bool {
        let batch = FetchRequest<UndoStep>(
            condition, sortBy: [SortDescriptor(\.number, order: .reverse)], limit: 10)
        let steps = try context.fetch(batch)
        for step in steps { context.delete(step) }
        if !steps.isEmpty { try save(context) }
        return steps.count == batch.fetchLimit
    }
}
