import Domain
import Foundation
import Hummingbird
import NIOCore
import Persistence

extension CareTasks {
    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(self)
        routes.get(.care, by: .readers(of: .inventory), use: leadToWhatIsDue)
        routes.get(
            .careCalendar, by: .readers(of: .inventory), isPage: false
        ) { request, _ in
            try await CareCalendar.response(site, address: site.address(of: request))
        }
        routes.post(
            .completeTask("{id}"), by: .editors(of: .inventory),
            as: .form("done", "cost", "doneNotes", gives: schema), use: complete)
        routes.addUndo(of: inventory.careDone, in: self) { try $0.undo(in: $1) }
        routes.post(
            .deleteTaskRecord("{id}", "{record}"), by: .editors(of: .inventory), use: deleteRecord)
        routes.addUndo(of: inventory.careTakenBack, in: self) {
            (try $0.make(in: $1) as? CareRecord)?.task
        }
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
            on: { try show(existing(number, in: $0), notices: [], in: $0) }
        ) {
            try await site.idempotently(form, at: "done") {
                try await change(
                    number, keepingFor: inventory.careDone, after: request
                ) { task, _ in
                    let done = CareTaskDone(task)
                    var decoder = FormDecoder(form)
                    try complete(task, &decoder)
                    try FaultList(decoder.faults).check()
                    return (task, { done.withResult(task) })
                }
            }
        }
    }

    /// Deletes a record of a task. The due day stays, since the former one is unknown.
    private func deleteRecord(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.parameter("record", as: Int64.self)
        return try await change(
            context.recordNumber, keepingFor: inventory.careTakenBack, after: request
        ) { task, records in
            guard let done = task.records.first(where: { $0.objectID.recordNumber == number })
            else { throw SiteError.notFound("This was not done") }
            let deleted = try DeletedRecords(done)
            records.delete(done)
            return (task, deleted.map { deleted in { deleted } })
        }
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

/// One task with its due day, its records, and the form that completes it.
struct CareTaskShowPage: FormPage {
    static let template = "inventory/care/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Due since June 1, 2026`.
    var state: String
    var facts: [RecordFact]
    /// The action of the form that completes the task.
    var donePath: String
    var done: FormField
    var cost: FormField
    var doneNotes: FormField
    /// The records, newest first.
    var records: [Row]
    var summary = FaultSummary()

    /// One completion of the task.
    struct Row: Sendable {
        var day: String
        var dayISO: String
        var cost: String
        var notes: String
        var deletePath: String
    }
}

extension CareTaskShowPage {
    init(_ task: DescribedValues<CareTask>, _ notices: [Notice], _ tasks: CareTasks) {
        let (links, currency) = (tasks.links, tasks.currency)
        let facts = [
            RecordFact(
                plain: "Item", task.item?.itemName ?? "",
                path: task.item.map { links(.item($0.key)) }),
            RecordFact(plain: "How often", task.rhythm?.text ?? "once"),
            RecordFact(plain: "Planned cost", task.cost.map(currency.text) ?? ""),
            RecordFact(
                plain: "Cost so far", task.spent > 0 ? currency.text(task.spent) : ""),
            RecordFact("Notes", task.notes ?? "", isLong: true),
        ].filter { !$0.isEmpty }
        self.init(
            layout: tasks.layout(task.title, notices: notices),
            record: tasks.head(of: task, title: task.record.title ?? ""),
            state: task.stateText, facts: facts,
            donePath: links(.completeTask(task.recordNumber)),
            done: FormField(CalendarDay.today().description),
            cost: FormField(
                named: "cost", task.cost.map { Region.current.fieldText(money: $0) } ?? ""),
            doneNotes: FormField(),
            records: task.done.map { done in
                Row(
                    day: DayText.long(done.day), dayISO: done.day.description,
                    cost: done.cost.map(currency.text) ?? "", notes: done.notes ?? "",
                    deletePath: links(
                        .deleteTaskRecord(task.recordNumber, done.savedNumber)))
            })
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        func field(_ name: String) -> FormField {
            FormField(form[name] ?? "", fault: refusal.message(for: name))
        }
        (done, doneNotes) = (field("done"), field("doneNotes"))
        cost = FormField(named: "cost")
        cost.show(form, refusal)
        summary = refusal.summary
    }
}
