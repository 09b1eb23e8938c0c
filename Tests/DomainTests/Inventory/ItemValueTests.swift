import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("The value of items over time")
struct ItemValueTests {
    @Test("The items owned and their value at any moment agree with a journal")
    func journal() throws {
        let test = try TestHousehold()
        var random = SeededNumbers(state: 3)
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
        var journal: [(date: Date, value: Int64, count: Int)] = []
        // The household's clock is the system's; the end of a record is set to the test's time.
        for step in 0..<60 {
            let date = start.addingTimeInterval(Double(step) * 60)
            try test.household.container.write { context in
                let items = try context.fetch(FetchRequest<Item>()).filter {
                    !$0.isTrashed && $0.soldDate == nil
                }
                let item = items.randomElement(using: &random)
                switch Int.random(in: 0...6, using: &random) {
                case 0: item?.trashedDate = date
                case 1: item?.soldDate = date
                case 2, 3: item?.valueInDollars = Int32.random(in: 0...500, using: &random)
                case 4: item?.quantity = Int32.random(in: 1...3, using: &random)
                default:
                    let new = try Item.append(in: context)
                    new.itemName = "Thing"
                    new.valueInDollars = 10
                    new.dateCreated = date
                }
                try test.household.save(context)
                let records = try context.fetch(FetchRequest<ValueRecord>())
                for record in records
                where (record.until ?? start) > start.addingTimeInterval(86_400) {
                    record.until = date
                }
                try context.save()
            }
            let (value, count) = try test.household.container.read { context in
                let items = try context.fetch(
                    OwnedItems.fetchRequest(at: nil, context))
                return (items.reduce(0) { $0 + $1.value.whole }, items.count)
            }
            journal.append((date, value, count))
        }

        for entry in journal {
            let (value, count) = try test.household.container.read { context in
                let items = try context.fetch(
                    OwnedItems.fetchRequest(at: entry.date, context))
                return (
                    items.reduce(0) { $0 + $1.value(at: entry.date).whole }, items.count
                )
            }
            #expect(value == entry.value && count == entry.count)
        }
        #expect(journal.contains { $0.value > 0 })
    }
}
