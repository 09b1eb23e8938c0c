import Foundation
import Persistence

/// A maintenance task of an item with its history, as a cell of a table.
public struct CareEntry: ListEntry {
    /// A past maintenance.
    public struct Done: Sendable, Hashable, Codable {
        public var date: String
        public var title: String?
        public var cost: String?
        public var notes: String?
    }

    public var title: String
    /// The due date.
    public var due: String?
    /// The interval: `6 months`.
    public var interval: String?
    public var cost: String?
    public var notes: String?
    /// The past maintenance, in order.
    public var done: [Done]?
}

extension CareEntry {
    /// The tasks of an item, sorted by title.
    public static func all(of item: Item) -> [CareEntry] {
        item.careTasks.map(CareEntry.init).sorted {
            ($0.title, $0.due ?? "") < ($1.title, $1.due ?? "")
        }
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

    /// The reason why it is not a valid task; nil if it is.
    ///
    /// - Parameter currency: the currency of the costs.
    func fault(in currency: Currency) -> String? {
        if title.contains(where: \.isNewline) { return "a title is one line" }
        if let due, let fault = Self.fault(ofDay: due) { return fault }
        if let interval {
            guard CareInterval(parsing: interval) != nil else {
                return
                    "“\(interval.prefix(40))” is not an interval, such as 2 weeks, 6 months or 1 year"
            }
            if due == nil { return "enter when it is due first" }
        }
        for entry in done ?? [] {
            if let fault = Self.fault(ofDay: entry.date) { return fault }
            if let day = ImportDate(entry.date)?.day, day.isYetToCome {
                return "\(day) is in the future"
            }
        }
        for cost in ([cost] + (done ?? []).map(\.cost)).compactMap(\.self) {
            do throws(MoneyFault) {
                _ = try Money.parse(cost, in: currency)
            } catch {
                return error.message(in: currency)
            }
        }
        return nil
    }

    private static func fault(ofDay text: String) -> String? {
        do throws(CalendarDayFault) {
            _ = try ImportDate(parsing: text)
            return nil
        } catch {
            return error.description
        }
    }

    /// Inserts a task for a valid entry.
    ///
    /// - Parameter currency: the currency of the costs.
    func task(
        of item: Item, _ currency: Currency, in context: ManagedObjectContext
    ) -> CareTask {
        let task = CareTask(context: context)
        task.title = title
        task.due = due.flatMap { ImportDate($0) }?.day.date
        task.interval = interval.flatMap { CareInterval(parsing: $0) }?.description
        task.cost = cost.flatMap { try? Money.parse($0, in: currency) }
        task.notes = notes
        task.item = item
        for entry in done ?? [] {
            let record = CareRecord(context: context)
            record.date = ImportDate(entry.date)?.day.date
            record.title = entry.title
            record.cost = entry.cost.flatMap { try? Money.parse($0, in: currency) }
            record.notes = entry.notes
            record.task = task
        }
        return task
    }
}
