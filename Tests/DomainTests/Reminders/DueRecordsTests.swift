import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("What is due")
struct DueRecordsTests {
    private static let today = CalendarDay.test

    /// A household in which something of each kind is due, and something else is not.
    private static func home() throws -> TestHousehold {
        let home = try TestHousehold()
        try home.add(["Boiler", "Drill", "Sofa"])
        try home.addCustomer("Ann", [.line("Mug", 1, "3"), .line("Jug", 1, "3")])
        try home.addCustomer("Bob", [.line("Mug", 1, "3")])
        try home.addCustomer("Cleo", [.line("Mug", 1, "3")])
        try home.addCustomer("Dora", [.line("Sample", 1, "0")])
        try home.household.container.write { context in
            let boiler = try TestHousehold.item("Boiler", context)
            let drill = try TestHousehold.item("Drill", context)
            for (title, day) in [("Service", -2), ("Bleed", 1)] {
                let task = CareTask(context: context)
                (task.title, task.item) = (title, boiler)
                task.due = today.adding(days: day).date
            }
            for (borrower, day) in [("Ben", -1), ("Eve", 0)] {
                let loan = Loan(context: context)
                (loan.borrower, loan.since) = (borrower, today.adding(days: -9).date)
                loan.item = borrower == "Ben" ? drill : try TestHousehold.item("Sofa", context)
                loan.due = today.adding(days: day).date
            }
            boiler.warranty = .until(today.adding(days: 30))
            drill.warranty = .until(today.adding(days: 31))
            for (name, stock) in [("Mug", Decimal(2)), ("Jug", 6)] {
                let product = try #require(try Product.named(name, in: context))
                (product.isStocked, product.stock, product.lowStock) = (true, stock, 5)
            }
            for (number, day) in [(Int64(1), 0), (2, 1), (3, 0), (4, 0)] {
                let sale = try #require(try Sale.find(number, in: context))
                _ = try sale.addInvoice(
                    IssuedTexts(from: ShopDetails(), in: .dollar),
                    to: sale.customer?.name ?? "", on: today, due: today.adding(days: day),
                    in: context)
            }
            try home.household.save(context)
        }
        try home.addReturn(of: 3, on: today, [.line("Mug", 1, nil)])
        return home
    }

    @Test("Each kind has what is due, with names and days, and nothing else")
    func kinds() throws {
        let home = try Self.home()

        let due = try home.household.container.read {
            try DueRecords.all(on: Self.today, in: $0)
        }

        #expect(due.map(\.kind) == [.care, .loans, .warranties, .stock, .invoices])
        #expect(due.map(\.count) == [1, 1, 1, 1, 1])
        let names = due.flatMap(\.names)
        #expect(names[0] == "Service, Boiler: November 19, 2026")
        #expect(names[1] == "Drill, lent to Ben: November 20, 2026")
        #expect(names[2] == "Boiler: December 21, 2026")
        #expect(names[3] == "Mug")
        #expect(names[4] == "1, Ann: November 21, 2026")
    }

    @Test("Sold and trashed items are not due, and of many the first ten are named")
    func many() throws {
        let home = try TestHousehold()
        try home.add((1...12).map { "Lamp \($0)" } + ["Sold", "Trashed"])
        try home.household.container.write { context in
            for item in try context.fetch(FetchRequest<Item>()) {
                let task = CareTask(context: context)
                (task.title, task.item) = ("Dust", item)
                task.due = Self.today.date
                item.warranty = .until(Self.today)
            }
            try TestHousehold.item("Trashed", context).trashedDate = Date()
            try TestHousehold.item("Sold", context).soldDate = Self.today.date
            try home.household.save(context)
        }

        let due = try home.household.container.read {
            try DueRecords.all(on: Self.today, in: $0)
        }

        #expect(due.map(\.kind) == [.care, .warranties])
        #expect(due.allSatisfy { $0.count == 12 && $0.names.count == 10 }, "\(due)")
    }

    @Test("A role sees the kinds whose records it may read, and only owners see backups")
    func roles() {
        func kinds(_ role: Role) -> [ReminderKind] {
            ReminderKind.allCases.filter { $0.isShown(to: role) }
        }

        #expect(kinds(.owner) == ReminderKind.allCases)
        #expect(kinds(.member) == [.care, .loans, .warranties, .stock, .invoices])
        #expect(kinds(.viewer) == kinds(.member))
        #expect(kinds(.shop) == [.stock, .invoices])
    }
}
