import Domain
import Foundation

/// One task with its due day, its records, and the form that completes it.
struct CareTaskShowPage: FormPage {
    static let template = "inventory/care/show"

    var layout: LayoutPage
    var record: RecordHead
    var item: String
    var itemPath: String
    /// `Due since June 1, 2026`.
    var state: String
    /// `every 6 months`.
    var rhythm: String
    /// `$120.00`; empty if unknown.
    var plannedCost: String
    var notes: String
    /// The action of the form that completes the task.
    var donePath: String
    var done: FormField
    var cost: FormField
    var doneNotes: FormField
    /// The records, newest first.
    var records: [Row]
    /// `$120.00`; empty for no cost.
    var wholeCost: String
    var hasCost: Bool
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
        self.init(
            layout: tasks.layout(task.title, notices: notices),
            record: tasks.head(of: task, title: task.record.title ?? ""),
            item: task.item?.itemName ?? "",
            itemPath: task.item.map { links(.item($0.key)) } ?? "", state: task.stateText,
            rhythm: task.rhythm?.text ?? "once",
            plannedCost: task.cost.map(currency.text) ?? "",
            notes: task.notes ?? "",
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
            }, wholeCost: currency.text(task.spent),
            hasCost: task.spent > 0)
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
