import Foundation
public import Persistence

/// The changes of one kind that a notice offers to undo: the latest ones, for a day.
///
/// ```swift
/// let token = try copies.keep(in: context) { CopiedRecords(records) }
/// try household.save(context)
/// ```
public struct UndoLog<Change: Codable & Sendable>: Sendable {
    private let kind: String
    private let now: @Sendable () -> Date

    /// - Parameter kind: the name of this kind of change.
    public init(_ household: Household, kind: String) {
        self.kind = kind
        now = household.now
    }

    /// Adds a change to the next save. Of its kind, the last ``UndoStep/mostNoticed`` can be undone.
    ///
    /// - Parameter change: makes the change. It is called by the save, when new records have their
    ///   numbers, and all values are those that are saved.
    /// - Returns: an unguessable token.
    /// - Throws: errors of the store.
    public func keep(
        in context: ManagedObjectContext, _ change: @escaping () throws -> Change
    ) throws -> String {
        let former = FetchRequest<UndoStep>(
            .key("series") == kind, sortBy: [SortDescriptor(\.number, order: .reverse)],
            offset: UndoStep.mostNoticed - 1)
        for step in try context.fetch(former) { context.delete(step) }
        let step = UndoStep.addNoticed(at: now(), to: kind, in: context)
        let token = ImportToken.random()
        step.token = token
        step.makeChanges = { try JSONEncoder().encode(change()) }
        return token
    }

    /// The change with a token; nil if it was undone, has expired, or was written by another
    /// version of the program.
    ///
    /// - Throws: errors of the store.
    public func change(_ token: String, in context: ManagedObjectContext) throws -> Change? {
        try step(token, in: context).flatMap(change)
    }

    /// The same for undoing it: the next save deletes it.
    ///
    /// - Throws: errors of the store.
    public func take(_ token: String, in context: ManagedObjectContext) throws -> Change? {
        guard let step = try step(token, in: context), let change = change(of: step) else {
            return nil
        }
        context.delete(step)
        return change
    }

    private func step(_ token: String, in context: ManagedObjectContext) throws -> UndoStep? {
        try context.fetchFirst(
            FetchRequest<UndoStep>(
                .and([
                    .key("series") == kind, .key("token") == token, .key("expires") >= now(),
                ])))
    }

    private func change(of step: UndoStep) -> Change? {
        try? JSONDecoder().decode(Change.self, from: step.changes ?? Data())
    }
}

extension UndoStep {
    /// The maximum number of changes of a kind that a notice offers to undo.
    public static let mostNoticed = 20
    /// The seconds for which such a change can be undone.
    private static let longestNotice: TimeInterval = 24 * 60 * 60

    /// Makes a step of a change that a notice offers to undo. Its number is the time in
    /// microseconds, so that no other step has to be read, and servers do not wait for each other.
    static func addNoticed(
        at date: Date, to kind: String, in context: ManagedObjectContext
    ) -> UndoStep {
        add(
            Int64(date.timeIntervalSince1970 * 1_000_000), to: kind,
            expires: date.addingTimeInterval(longestNotice), in: context)
    }
}
