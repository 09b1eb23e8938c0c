import Domain
import Foundation
import Hummingbird
import NIOCore
import Persistence

/// Maintenance of items: tasks, records of what was done, and a calendar of due tasks.
struct CareController: InventoryRoutes {
    let inventory: Inventory
    private let tasks: CareTasks

    init(inventory: Inventory) {
        self.inventory = inventory
        tasks = CareTasks(inventory: inventory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(tasks)
        routes.get(.care, by: .readers(of: .inventory), use: leadToWhatIsDue)
        routes.get(
            .careCalendar, by: .readers(of: .inventory), isPage: false
        ) { request, _ in
            try await CareCalendar.response(site, address: site.address(of: request))
        }
        routes.post(
            .completeTask("{id}"), by: .editors(of: .inventory),
            as: .form("done", "cost", "doneNotes", gives: tasks.schema), use: complete)
        routes.post(.undoTaskDone("{token}"), by: .editors(of: .inventory), use: undoDone)
        routes.post(
            .deleteTaskRecord("{id}", "{record}"), by: .editors(of: .inventory), use: deleteRecord)
        routes.post(.restoreTaskRecord("{token}"), by: .editors(of: .inventory), use: restoreRecord)
    }

    private func leadToWhatIsDue(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        site.redirect(to: .tasks(in: .due), after: request)
    }

    private func complete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        return try await site.answer(
            request, context, form, orRefuse: "The task was not done",
            on: { try tasks.show(tasks.existing(number, in: $0), notices: [], in: $0) }
        ) {
            let (task, token) = try await site.idempotently(form, at: "done") {
                try await site.change { records in
                    let task = try tasks.existing(number, in: records)
                    let done = CareTaskDone(task)
                    var decoder = FormDecoder(form)
                    try tasks.complete(task, &decoder)
                    try FaultList(decoder.faults).check()
                    let token = try inventory.careDone.keep(in: records) {
                        done.withResult(task)
                    }
                    try site.household.save(records)
                    return (try tasks.summary(of: task, in: records), token)
                }
            }
            return site.changed(
                task.document, at: task.path, after: request,
                flash: .careTaskDone, token: token)
        }
    }

    /// Undoes what a notice offers: deletes the record and restores the due day.
    private func undoDone(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let task = try await site.undo(inventory.careDone, context, orElse: .careDoneForGood) {
            done, records -> RecordSummary? in
            guard let task = try done.undo(in: records) else { return nil }
            try site.household.save(records)
            return try tasks.summary(of: task, in: records)
        }
        return site.changed(
            task.document, at: task.path, after: request,
            flash: .careTaskUndone)
    }

    /// Deletes a record of a task. The due day stays, since the former one is unknown.
    private func deleteRecord(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        let record = try context.parameter("record", as: Int64.self)
        let (task, token) = try await site.change { records in
            let task = try tasks.existing(number, in: records)
            guard let done = task.records.first(where: { $0.objectID.recordNumber == record })
            else { throw SiteError.notFound("This was not done") }
            let deleted = try DeletedRecords(done)
            records.delete(done)
            let token = try deleted.map { deleted in
                try inventory.careTakenBack.keep(in: records) { deleted }
            }
            try site.household.save(records)
            return (try tasks.summary(of: task, in: records), token)
        }
        return site.changed(
            task.document, at: task.path, after: request,
            flash: .careTaskUndone, token: token)
    }

    /// Restores a deleted record, if its task still exists.
    private func restoreRecord(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        _ = try await site.form(of: request)
        let task = try await site.undo(
            inventory.careTakenBack, context, orElse: .careTakenBackForGood
        ) { deleted, records -> RecordSummary? in
            guard let task = (try deleted.make(in: records) as? CareRecord)?.task else {
                return nil
            }
            try site.household.save(records)
            return try tasks.summary(of: task, in: records)
        }
        return site.changed(
            task.document, at: task.path, after: request,
            flash: .careTaskRestored)
    }
}

extension SitePath {
    /// The list of tasks in a state.
    static func tasks(in state: CareTask.State) -> SitePath {
        ListQuery().filtered("state", by: state.rawValue).address(of: .tasks)
    }
}

/// A completed task with its former due day, so that it can be undone.
struct CareTaskDone: Sendable, Codable {
    let task: Int64
    /// The former due day.
    private let formerDue: Date?
    /// The records that existed before.
    private let formerRecords: Set<Int64>
    /// The new record.
    private var record: Int64?
    /// The new due day.
    private var due: Date?

    /// Remembers the state of a task before it is completed.
    init(_ task: CareTask) {
        self.task = task.savedNumber
        formerDue = task.due
        formerRecords = Self.records(of: task)
    }

    /// The change with the state of the task after it.
    func withResult(_ task: CareTask) -> Self {
        var change = self
        change.record = Self.records(of: task).subtracting(formerRecords).first
        change.due = task.due
        return change
    }

    /// Undoes the completion. The task gets its former due day back, unless a user set the day or
    /// added or deleted another record since: then the day follows from these.
    ///
    /// - Returns: the task; nil if the task or its record was deleted.
    /// - Throws: errors of the store.
    func undo(in context: ManagedObjectContext) throws -> CareTask? {
        guard let task = try context.existingObject(CareTask.self, recordNumber: task),
            let done = task.records.first(where: { $0.objectID.recordNumber == record })
        else { return nil }
        var present = Self.records(of: task)
        present.remove(done.savedNumber)
        if task.due == due, present == formerRecords { task.due = formerDue }
        context.delete(done)
        return task
    }

    private static func records(of task: CareTask) -> Set<Int64> {
        Set(task.records.compactMap(\.objectID.recordNumber))
    }
}
