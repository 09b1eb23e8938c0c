import Domain
import Foundation
import Hummingbird
import NIOCore
import Persistence

/// What is to be done about items: the tasks, what was done, and a calendar of what is due.
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
        routes.get(.careCalendar, by: .readers(of: .inventory), isPage: false) { request, _ in
            try await CareCalendar.response(site, address: site.address(of: request))
        }
        routes.post(.completeTask("{id}"), by: .editors(of: .inventory), use: complete)
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
        let logger = context.logger
        return try await site.answer(
            request, context, form, orRefuse: "The task was not done",
            on: { try tasks.show(tasks.existing(number, in: $0), notices: [], in: $0) }
        ) {
            let (task, token) = try await site.once(form, at: "done") {
                try await inventory.change { records in
                    let task = try tasks.existing(number, in: records)
                    var done = CareTaskDone(task)
                    var decoder = FormDecoder(form)
                    try tasks.complete(task, &decoder)
                    try FaultList(decoder.faults).check()
                    try site.household.save(records)
                    done.settle(task)
                    return (
                        try tasks.summary(of: task, in: records),
                        inventory.careDone.keep(done, logger)
                    )
                }
            }
            return site.changed(
                task.document, at: task.path, after: request,
                announcing: .careTaskDone, token: token)
        }
    }

    /// Takes back what a notice told of: what was noted, and when it is due again.
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
            announcing: .careTaskUndone)
    }

    /// Takes back that something was done. When it is due stays as it is: nobody knows what it was.
    private func deleteRecord(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        let record = try context.parameter("record", as: Int64.self)
        let logger = context.logger
        let (task, token) = try await inventory.change { records in
            let task = try tasks.existing(number, in: records)
            guard let done = task.records.first(where: { $0.objectID.recordNumber == record })
            else { throw SiteError.notFound("This was not done") }
            let deleted = try DeletedRecords(done)
            records.delete(done)
            try site.household.save(records)
            let token = deleted.flatMap { inventory.careTakenBack.keep($0, logger) }
            return (try tasks.summary(of: task, in: records), token)
        }
        return site.changed(
            task.document, at: task.path, after: request,
            announcing: .careTaskUndone, token: token)
    }

    /// Notes again what was taken back, as long as the task is there.
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
            announcing: .careTaskRestored)
    }
}

extension SitePath {
    /// The list of tasks in a state.
    static func tasks(in state: CareTask.State) -> SitePath {
        ListQuery().filtered("state", by: state.rawValue).address(of: .tasks)
    }
}

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
