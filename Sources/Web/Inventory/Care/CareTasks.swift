import Domain
import Foundation
import Hummingbird
import Persistence

/// The maintenance tasks of items.
struct CareTasks: Resource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.tasks)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .care)
    let messages = ResourceMessages(deleted: .careTaskDeleted)
    let words = ResourceWords(
        CareTask.description, title: "Maintenance", icon: "i-check",
        searched: "what is done, or the item", emptyHeading: "Nothing is planned",
        emptyText:
            "Descale the machine every two months, service the bicycle each year: plan it on "
            + "the page of the item, and see here what is due.")

    let list = ListDescription(
        filters: [
            .init(
                name: "state", label: "State",
                kind: .choice(CareTask.State.allCases.map(\.rawValue)))
        ],
        example: "title CONTAINS[cd] \"filter\" AND records.@count == 0",
        orders: [
            ("Due first", SortOrder("due")), ("What is done", SortOrder("title")),
        ],
        columns: [
            ListColumn(label: "What is done", kind: .name, sort: "title"),
            ListColumn(label: "Item", kind: .detail),
            ListColumn(label: "How often", kind: .date),
            ListColumn(label: "State", kind: .value, sort: "due", isDefault: true),
        ],
        columnPaths: ["plannedCost": "cost"],
        chips: [
            .init("Due", "state", "due"),
            .init("Planned", "state", "planned"),
            .init("Without a day", "state", "done"),
        ])

    let prefetching = ["item", "records"]
}

// MARK: - The list

extension CareTasks {
    func request(_ list: ListRequest) -> FetchRequest<CareTask> {
        let state = list.query.filter("state").flatMap(CareTask.State.init)
        var conditions = [CareTask.condition(state, on: .today())]
        conditions += FetchPredicate.words(
            list.query.search, inAnyOf: [["title"], ["item", "itemName"]])
        return request(list, where: conditions, else: SortOrder("due"))
    }

    /// Tasks without a day come last, although a store sorts them first.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        guard list.query.sort == nil || list.query.sort == SortOrder("due") else { return nil }
        let all = request(list)
        var dated = all
        dated.predicate = .and([all.predicate, CareTask.hasDay].compactMap(\.self))
        let first = try context.fetchObjectIDs(dated)
        let isDated = Set(first)
        return first + (try context.fetchObjectIDs(all)).filter { !isDated.contains($0) }
    }

    var members: [RecordMember<DescribedValues<CareTask>>] {
        CareTask.description.members("item", "title", "due") + [
            .word("interval") { $0.rhythm?.description },
            .word("state") { $0.record.state(on: .today()).rawValue },
            .day("done") { $0.done.first?.day },
            .money("cost") { $0.costSoFar },
            .money("plannedCost") { $0.cost },
        ] + CareTask.description.members("notes") + [
            RecordMember("records", isIn: .documents) { .document(.array($0.done.map(\.json))) }
        ]
    }

    func row(_ task: DescribedValues<CareTask>) -> ListRow {
        row(
            task, name: task.record.title ?? "", isDim: task.due == nil,
            [
                ListCell(task.item?.itemName ?? ""), ListCell(task.rhythm?.text ?? "once"),
                ListCell(task.stateText),
            ])
    }
}

// MARK: - The calendar

extension CareTasks {
    var otherForms: [PathLink] {
        [PathLink(label: "Calendar", path: links(.careCalendar))]
    }

    var sharedForm: SitePath? { .careCalendar }
}

// MARK: - One task

extension CareTasks {
    /// The interval must be readable, and needs a first day. A form may complete the task as well.
    func check(
        _ task: CareTask, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        // A task that is restored from a deletion was planned before the sale.
        if decoder.form["item"] != nil, task.isInserted, task.item?.isSold == true,
            decoder.message(for: "item") == nil
        {
            decoder.fail("item", "Item", "it was sold")
        }
        if let text = task.interval {
            if let rhythm = CareInterval(parsing: text) {
                // Another notation of the same interval is not a change.
                if task.interval != rhythm.description { task.interval = rhythm.description }
            } else {
                decoder.fail(
                    "interval", "Every",
                    "“\(text)” is not an interval, such as 2 weeks, 6 months or 1 year")
            }
        }
        let isPosted = decoder.form["done"]?.isEmpty == false
        if isPosted {
            try complete(task, &decoder)
            // If a day was posted, the cost belongs to the record; the plan stays.
            task.cost = task.formerCost
        }
        if task.interval != nil, task.due == nil, decoder.faults.isEmpty {
            decoder.fail("due", "Due", "enter when it is due first")
        }
    }

    /// Completes a task with the fields `done` and `cost`, the cost of this time.
    func complete(_ task: CareTask, _ decoder: inout FormDecoder) throws {
        let day = decoder.day("done", label: "Done on")
        let isRead = decoder.message(for: "cost") == nil
        let cost = isRead ? decoder.money("cost", label: "Cost") : .absent
        let notes = decoder.line("doneNotes", label: "Notes", limit: 1_000)
        if let value = cost.value, value < 0 {
            decoder.fail("cost", "Cost", "it is below zero")
        }
        if let day = day.value, day.isYetToCome {
            decoder.fail("done", "Done on", "\(day) is in the future")
        }
        guard decoder.faults.isEmpty else { return }
        task.complete(on: day.value ?? .today(), cost: cost.value, notes: notes.value)
    }

    func deletion(
        of record: CareTask, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let count = record.records.count
        guard count > 0 else { return DeletionQuestion(consequences: ["The item stays."]) }
        let times = ItemCount.text(count, "time", "times")
        return DeletionQuestion(
            consequences: [
                "Its record of being done \(times), with the costs, is deleted too. The item stays."
            ]
        )
    }

    var undoOffers: [any UndoOffer] { [inventory.careDone, inventory.careTakenBack] }

    func show(
        _ record: CareTask, notices: [Notice], in context: ManagedObjectContext
    ) throws -> CareTaskShowPage {
        CareTaskShowPage(try values(record, in: context), notices, self)
    }
}

extension CareTask {
    /// The saved planned cost; nil for a new task.
    fileprivate var formerCost: Decimal? {
        guard case .decimal(let cost) = committedValues(forKeys: ["cost"])["cost"] else {
            return nil
        }
        return cost
    }
}

extension CareTask {
    /// The records of the task, newest first.
    var done: [CareRecord] {
        records.sorted { ($0.day, $0.savedNumber) > ($1.day, $1.savedNumber) }
    }

    /// The cost of all records.
    var spent: Decimal { records.compactMap(\.cost).reduce(0, +) }

    /// The cost of all records, or the planned cost if there are none.
    var costSoFar: Decimal { records.isEmpty ? cost ?? 0 : spent }

    /// `Due since June 1, 2026`, `On June 1, 2026`, `Done on May 2, 2026`, `No day yet`.
    var stateText: String {
        let state = self.state(on: .today())
        return switch (state, due.map(CalendarDay.init), done.first) {
        case (.due, let day?, _):
            day == .today() ? "Due today" : "Due since \(DayText.long(day))"
        case (.planned, let day?, _): "On \(DayText.long(day))"
        case (_, _, let last?): "Done on \(DayText.long(last.day))"
        default: "No day yet"
        }
    }
}

extension CareRecord {
    var day: CalendarDay { CalendarDay(date ?? Date(timeIntervalSinceReferenceDate: 0)) }

    var json: JSONValue {
        .object([
            ("id", .int(savedNumber)), ("date", .string(day.description)),
            ("cost", FieldValue.money(cost).json), ("notes", FieldValue.text(notes).json),
        ])
    }
}
