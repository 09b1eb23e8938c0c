import Domain
import Foundation
import Persistence

/// Loans, care tasks and stocktakes of the sample items, and what they were worth.
struct SampleCare {
    let household: Household

    /// Days from today: since when an item is lent, until when, and when it came back.
    private static let loans: [(to: String, since: Int, due: Int?, back: Int?)] = [
        ("Ines Martin", -40, -12, nil), ("Jonas Weber", -6, 20, nil), ("Next door", -3, nil, nil),
        ("Kavya Rao", -120, -90, -95),
    ]
    /// Days from today: when it is due now, and when it was done before.
    private static let tasks:
        [(title: String, every: String?, due: Int, done: [Int], cost: Decimal?)] = [
            ("Change the battery", "1 year", -5, [-370, -735], 12),
            ("Clean and oil", "6 months", 30, [-150, -335, -520], 20),
            ("Check the cable", "2 years", 200, [-530], nil),
            ("Have it valued", nil, 14, [], 90),
        ]

    /// Adds loans and care tasks, to an item each.
    ///
    /// - Throws: errors of the store.
    func add() throws {
        let today = CalendarDay.today()
        try household.container.write { context in
            let items = try SampleHouse.items(in: context)
            for (item, sample) in zip(items.dropFirst(), Self.loans) {
                let loan = Loan(context: context)
                loan.item = item
                loan.borrower = sample.to
                loan.since = today.adding(days: sample.since).date
                loan.due = sample.due.map { today.adding(days: $0).date }
                loan.returned = sample.back.map { today.adding(days: $0).date }
            }
            for (item, sample) in zip(items, Self.tasks) {
                let task = CareTask(context: context)
                task.item = item
                task.title = sample.title
                task.interval = sample.every
                task.cost = sample.cost
                for day in sample.done.reversed() {
                    task.complete(on: today.adding(days: day), cost: sample.cost)
                }
                task.due = today.adding(days: sample.due).date
            }
            try household.save(context)
        }
    }

    /// Adds a stocktake of everything that was closed last year, and an open one of a location.
    ///
    /// - Throws: errors of the store.
    func takeStock() throws {
        try household.container.write { context in
            let items = try SampleHouse.items(in: context)
            let location = items.lazy.compactMap(\.location).first
            let former = Stocktake(context: context)
            let current = Stocktake(context: context)
            (former.name, current.name) = ("Everything, last year", "Before the holidays")
            current.location = location?.objectID.recordNumber
            try household.save(context)
            let now = household.now()
            for (stocktake, days) in [(former, 370.0), (current, 2.0)] {
                let start = now - days * 86_400
                stocktake.startedAt = start
                for (index, item) in items.prefix(40).enumerated() where index % 5 != 4 {
                    let (sighting, _) = try stocktake.see(
                        .item(item), key: UUID(), on: start + Double(index) * 40, in: context)
                    sighting.seenBy = index % 2 == 0 ? "Ines" : "Jonas"
                }
                _ = try stocktake.see(
                    .unknown("4006381333931"), key: UUID(), on: start + 1_800, in: context)
            }
            try household.save(context)
            try former.close(at: now - 369 * 86_400, in: context)
            try household.save(context)
        }
    }

    /// Gives every second item another value: less, or more of what gains value with the years.
    ///
    /// - Throws: errors of the store.
    func changeValues() throws {
        try household.container.write { context in
            for item in try SampleHouse.items(in: context).enumerated().filter({ $0.0 % 2 == 0 }) {
                let gains = ["Art", "Jewelry"].contains(item.element.assetType?.label)
                item.element.valueInDollars = item.element.valueInDollars * (gains ? 107 : 85) / 100
            }
            try household.save(context)
        }
    }
}
