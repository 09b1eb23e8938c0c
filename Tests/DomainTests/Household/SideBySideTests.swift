import Dispatch
import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Domain

/// Concurrent readers and writers: the caches equal the store.
struct SideBySideTests {
    @Test(
        "A reader between a save’s commit and its end does not count the sale twice",
        .blocking)
    func coldReader() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.household.close()
        let household = try Household(directory: shop.directory)
        defer { try? household.close() }
        let (isOpen, isCommitted, isRead) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let reader = Thread {
            do {
                try household.container.read { context in
                    // The change count is read; the snapshot of the store begins with the first fetch.
                    isOpen.signal()
                    isCommitted.wait()
                    _ = try Totals(household, context)
                }
            } catch {
                Issue.record(error)
            }
            isRead.signal()
        }
        reader.start()
        isOpen.wait()
        let observation = household.container.coordinator.observeSaves { _ in
            isCommitted.signal()
            isRead.wait()
        }
        try household.container.write { context in
            let customer = try #require(try Customer.find(ann, in: context))
            _ = try customer.addSale(
                SaleDraft(day: .test, lines: [.line("Mug", 1, "5.00")]), in: context)
            try Item.append(in: context).itemName = "Sofa"
            try household.save(context)
        }
        observation.cancel()

        let (kept, fresh) = try household.container.read { context in
            (try Totals(household, context), try Totals(fresh: context))
        }
        #expect(kept == fresh)
        #expect(kept.amount == 8)
        #expect(!kept.hits.isEmpty)
    }

    @Test(
        "A save in a separate context does not need a reader, as all may wait for its end",
        .blocking)
    func busyReaders() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let household = shop.household
        let (isReading, isSaved) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let context = ManagedObjectContext(household.container)
        let customer = try #require(try Customer.find(ann, in: context))
        customer.name = "Anna"

        // As many as there are concurrent readers.
        for _ in 0..<4 {
            Thread {
                try? household.container.read { context in
                    _ = try Customer.find(ann, in: context)
                    isReading.signal()
                    isSaved.wait()
                }
                isReading.signal()
            }.start()
        }
        for _ in 0..<4 { isReading.wait() }
        // Its observers read records of the customer. If that waited for a reader, it would never end.
        let saver = Saver(context, household)
        let isDone = saver.start()
        let outcome = isDone.wait(timeout: .now() + 60)
        for _ in 0..<4 { isSaved.signal() }
        for _ in 0..<4 { isReading.wait() }
        if outcome == .timedOut { isDone.wait() }

        #expect(outcome == .success)
        #expect(saver.failure == nil)
        #expect(try shop.customerNames { _ in } == ["Anna"])
    }

    @Test("After concurrent reads and writes, every index equals a new one")
    func many() async throws {
        let shop = try TestHousehold()
        let household = shop.household
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    var random = SeededNumbers(state: UInt64(writer + 1))
                    for step in 0..<40 {
                        let numbers = (random.next() >> 33, random.next() >> 33)
                        try await household.container.write { context in
                            try Self.change("\(writer)-\(step)", numbers, household, in: context)
                            try household.save(context)
                        }
                    }
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<40 {
                        try await household.container.read { _ = try Totals(household, $0) }
                    }
                }
            }
            try await group.waitForAll()
        }

        let (kept, fresh) = try await household.container.read { context in
            (try Totals(household, context), try Totals(fresh: context))
        }
        #expect(kept == fresh)
        #expect(kept.itemCount > 0)
        #expect(kept.saleCount > 0)
        #expect(kept.hits.count > 1)
    }

    /// The state of the indexes and figures.
    private struct Totals: Equatable, Sendable {
        var amount: Decimal = 0
        var saleCount = 0
        var itemCount = 0
        var value: Int64 = 0
        var places: [Int?] = []
        /// The records of each kind with a word, and their number.
        var hits: [[Int64]] = []

        init(_ household: Household, _ context: ManagedObjectContext) throws {
            try self.init(
                household.salesFigures, household.inventoryCache, context)
        }

        init(fresh context: ManagedObjectContext) throws {
            let changes = ChangeFeed(context.coordinator)
            try self.init(
                SalesFigures(changes), InventoryCache(changes), context)
        }

        private init(
            _ sales: SalesFigures, _ inventory: InventoryCache,
            _ context: ManagedObjectContext
        ) throws {
            let totals = try sales.totals(of: SalesPeriod(), in: context)
            (amount, saleCount) = (totals.amount, totals.saleCount)
            let items = try inventory.totals(of: ItemQuery(), in: context)
            (itemCount, value) = (items.count, items.valueInDollars)
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            places = try context.fetch(request).map {
                try ItemOrder.place(of: $0, in: context)?.index
            }
            let sources: [HouseholdSearch.Source] = [
                .item, "Location", "Tag", "AssetType", .customer, .product, "GroceryItem",
                "BookCategory", "Book", "Page", "Place", .photo,
            ]
            for word in ["name", "so", "1"] {
                for found in try HouseholdSearch.find(
                    word, among: sources, limit: 1_000, in: context)
                {
                    hits.append([Int64(found.total)] + found.numbers.sorted())
                }
            }
        }
    }

    private static func change(
        _ name: String, _ numbers: (UInt64, UInt64), _ household: Household,
        in context: ManagedObjectContext
    ) throws {
        let line = SaleDraft.Line.line("P\(numbers.1 % 5)", Decimal(numbers.1 % 7 + 1), "1.25")
        let draft = SaleDraft(day: .test, lines: [line])
        let items = try context.fetch(FetchRequest<Item>())
        let item = items.isEmpty ? nil : items[Int(numbers.1 % UInt64(items.count))]
        switch numbers.0 % 6 {
        case 0:
            let added = try Item.append(in: context)
            added.itemName = name
            added.valueInDollars = Int32(numbers.1 % 1_000)
        case 1: item?.valueInDollars = Int32(numbers.1 % 1_000)
        case 2:
            guard let item else { return }
            try ItemOrder.move(item, to: Int(numbers.1 % 10), in: context)
        case 3 where items.count > 5: item.map(context.delete)
        case 4:
            _ = try Customer.add(
                named: "Name \(name)", firstSale: draft, in: context)
        default:
            guard let customer = try context.fetchFirst(FetchRequest<Customer>()) else { return }
            if numbers.1 % 5 == 0 { customer.name = "Name of \(name)" }
            _ = try customer.addSale(draft, in: context)
        }
    }
}

/// Saves a context on a separate thread.
// The context is used only by that thread until the semaphore is signaled.
private final class Saver: @unchecked Sendable {
    private let context: ManagedObjectContext
    private let household: Household
    private(set) var failure: (any Error)?

    init(_ context: ManagedObjectContext, _ household: Household) {
        self.context = context
        self.household = household
    }

    /// Returns the semaphore that is signaled at the end.
    func start() -> DispatchSemaphore {
        let isDone = DispatchSemaphore(value: 0)
        Thread { [self] in
            do { try household.save(context) } catch { failure = error }
            isDone.signal()
        }.start()
        return isDone
    }
}
