import Foundation
import Persistence

/// What is to be done about an item, and was done, as it stands in a cell of a table.
public struct CareEntry: ListEntry {
    /// What was done on a day.
    public struct Done: Sendable, Hashable, Codable {
        public var date: String
        public var title: String?
        public var cost: String?
        public var notes: String?
    }

    public var title: String
    /// The day on which it is due.
    public var due: String?
    /// How often: `6 months`.
    public var interval: String?
    public var cost: String?
    public var notes: String?
    /// What was done, in its order.
    public var done: [Done]?

    /// The entries of an item, in the order of their titles.
    public static func all(of item: Item) -> [CareEntry] {
        item.careTasks.map(CareEntry.init).sorted {
            ($0.title, $0.due ?? "") < ($1.title, $1.due ?? "")
        }
    }

    init(
        title: String, due: String? = nil, interval: String? = nil, cost: String? = nil,
        notes: String? = nil, done: [Done]? = nil
    ) {
        self.title = title
        self.due = due
        self.interval = interval
        self.cost = cost
        self.notes = notes
        self.done = done
    }

    private init(_ task: CareTask) {
        let records = task.records.sorted { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }
        self.init(
            title: task.title ?? "", due: task.due.map { CalendarDay($0).description },
            interval: task.interval, cost: task.cost.map(Money.plainText), notes: task.notes,
            done: records.isEmpty
                ? nil
                : records.map {
                    Done(
                        date: CalendarDay($0.date ?? .distantPast).description, title: $0.title,
                        cost: $0.cost.map(Money.plainText), notes: $0.notes)
                })
    }

    /// A new task; nil if a day or an amount is none.
    func task(of item: Item, in context: ManagedObjectContext) -> CareTask? {
        let days = [due] + (done ?? []).map(\.date)
        let costs = [cost] + (done ?? []).map(\.cost)
        guard days.allSatisfy({ $0.map { ImportDate($0) != nil } ?? true }),
            costs.allSatisfy({ $0.map { (try? Money.parse($0)) != nil } ?? true })
        else { return nil }
        let task = CareTask(context: context)
        task.title = title
        task.due = due.flatMap { ImportDate($0) }?.day.date
        task.interval = interval.flatMap { CareInterval(parsing: $0) }?.description
        task.cost = cost.flatMap { try? Money.parse($0) }
        task.notes = notes
        task.item = item
        for entry in done ?? [] {
            let record = CareRecord(context: context)
            record.date = ImportDate(entry.date)?.day.date
            record.title = entry.title
            record.cost = entry.cost.flatMap { try? Money.parse($0) }
            record.notes = entry.notes
            record.task = task
        }
        return task
    }
}
