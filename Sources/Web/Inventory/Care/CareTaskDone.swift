import Domain
import Foundation
import Persistence

/// A task that was noted as done, with when it was due before, so that it can be taken back.
struct CareTaskDone: Sendable, Codable {
    let task: Int64
    /// When it was due.
    private let formerDue: Date?
    /// What had been done before.
    private let formerRecords: Set<Int64>
    /// What was noted.
    private var record: Int64?
    /// When it is due since.
    private var due: Date?

    /// Takes note of a task that is about to be noted as done.
    init(_ task: CareTask) {
        self.task = task.objectID.recordNumber ?? 0
        formerDue = task.due
        formerRecords = Self.records(of: task)
    }

    /// Takes note of what was noted, once it is saved.
    mutating func settle(_ task: CareTask) {
        record = Self.records(of: task).subtracting(formerRecords).first
        due = task.due
    }

    /// Takes it back. The task is due as it was before, unless somebody has said since when it is due, or has
    /// noted or taken back anything else that was done: the day then goes by that.
    ///
    /// - Returns: the task; nil if it is gone, or what was noted is.
    /// - Throws: errors of the store.
    func undo(in context: ManagedObjectContext) throws -> CareTask? {
        guard let task = try context.existingObject(CareTask.self, recordNumber: task),
            let done = task.records.first(where: { $0.objectID.recordNumber == record })
        else { return nil }
        var present = Self.records(of: task)
        present.remove(done.objectID.recordNumber ?? 0)
        if task.due == due, present == formerRecords { task.due = formerDue }
        context.delete(done)
        return task
    }

    private static func records(of task: CareTask) -> Set<Int64> {
        Set(task.records.compactMap(\.objectID.recordNumber))
    }
}
