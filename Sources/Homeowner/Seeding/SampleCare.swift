import Domain
import Foundation
import Persistence

/// Loans and care tasks of the sample items, and what they were worth.
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
