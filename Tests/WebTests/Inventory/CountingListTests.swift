import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

@Suite("A list whose items are still being counted")
struct CountingListTests {
    /// Three items, opened anew, where no more than two are counted while somebody waits.
    private static func opened(_ limit: Int = 2) throws -> (TestSite, Household) {
        let test = try TestSite { $0.limits.countedItems = limit }
        let former = try Household.open(test.configuration)
        try former.container.write { context in
            for number in 1...3 {
                let item = try Item.append(in: context)
                item.itemName = "Item \(number)"
                item.valueInDollars = 10
            }
            try former.save(context)
        }
        try former.close()
        return (test, try Household.open(test.configuration))
    }

    /// Calls a closure with a client of the items' pages, without the service that reads ahead when it likes.
    private static func visit(
        _ test: TestSite, _ household: Household,
        _ body: @escaping @Sendable (InventoryClient) async throws -> Void
    ) async throws {
        let site = try test.site(household)
        let application = try makeApplication(
            site, [ItemsController(inventory: Inventory(site))], services: [],
            logger: LogRecorder().logger)
        try await application.test(.router) { try await body(InventoryClient(client: $0)) }
        try household.close()
    }

    @Test("It comes with its items, and with its totals when these are there")
    func page() async throws {
        let (test, household) = try Self.opened()
        try await Self.visit(test, household) { client in
            let first = try await client.get("/items")

            #expect(first.text.contains("The items are being counted"))
            #expect(first.text.contains("being added up"))
            #expect(!first.text.contains("Total of"))
            #expect(!first.text.contains("3 items"))
            for number in 1...3 { #expect(first.text.contains("Item \(number)")) }
            #expect(household.isCold)

            try await household.warm()
            let tag = try #require(first.headers[.eTag])
            let second = try await client.get("/items", headers: [.ifNoneMatch: tag])

            #expect(second.status == .ok)
            #expect(second.text.contains("Total of 3 items"))
            #expect(second.text.contains("$30"))
            #expect(!second.text.contains("being counted"))
            #expect(!household.isCold)
        }
    }

    @Test("The page of an item comes without its place, and with it when that is known")
    func place() async throws {
        let (test, household) = try Self.opened()
        let key = try await household.container.read { context in
            let items = try context.fetch(FetchRequest<Item>())
            return try #require(items.first { $0.itemName == "Item 2" }).key
        }
        try await Self.visit(test, household) { client in
            let first = try await client.get("/items/\(key)")

            #expect(first.text.contains("The items are being counted"))
            #expect(!first.text.contains("2 of 3"))

            try await household.warm()
            let tag = try #require(first.headers[.eTag])
            let second = try await client.get("/items/\(key)", headers: [.ifNoneMatch: tag])

            #expect(second.status == .ok)
            #expect(second.text.contains("2 of 3"))
            #expect(!second.text.contains("being counted"))
        }
    }

    @Test("Programs are told the total in any case")
    func document() async throws {
        let (test, household) = try Self.opened()
        try await Self.visit(test, household) { client in
            let first = try await client.get("/items").text
            let list = try await client.json("/items.json")
            // Now they are counted.
            let second = try await client.get("/items").text

            #expect(first.contains("being counted"))
            #expect(list["total"] as? Int == 3)
            #expect(second.contains("Total of 3 items"))
        }
    }

    @Test("It says so again when something was saved of which nobody was told")
    func unknownSave() async throws {
        let (test, household) = try Self.opened()
        try await Self.visit(test, household) { client in
            try await household.warm()
            try await household.container.write { context in
                try context.fetchFirst(FetchRequest<Item>())?.valueInDollars = 20
                try context.save()
            }

            let first = try await client.get("/items").text
            try await household.warm()
            let second = try await client.get("/items").text

            #expect(first.contains("being counted"))
            #expect(second.contains("$40"))
        }
    }

    @Test("Few items are counted at once")
    func short() async throws {
        let (test, household) = try Self.opened(3)
        try await Self.visit(test, household) { client in
            let page = try await client.get("/items").text
            #expect(page.contains("Total of 3 items"))
        }
    }

    @Test("Its pages lead to each other, without saying how many there are")
    func paging() async throws {
        let (test, household) = try Self.opened()
        let site = try test.site(household)
        try await household.container.read { context in
            for (page, next) in [(1, true), (2, true), (3, false)] {
                let request = try ItemListRequest(
                    query: "perPage=1&page=\(page)", context.coordinator.layout)
                let list = try ItemList(request, household, isCounting: true, in: context)
                let paging = list.paging(site.links)
                #expect(list.counts == nil)
                #expect(list.items.count == 1)
                #expect(paging.hasNext == next)
                #expect(paging.hasPrevious == (page > 1))
                #expect(paging.text == "\(page) to \(page)")
                #expect(list.isEnd == !next)
            }
        }
        try household.close()
    }

    @Test("A window that shows it is told when the totals are there")
    func window() async throws {
        let (test, household) = try Self.opened()
        let inventory = Inventory(try test.site(household))
        let feed = LiveFeed(household)
        let view = LiveView(key: "/items", entities: EntityName.itemLists) { context in
            let list = try ItemListRequest(query: "", context.coordinator.layout)
            return try ItemList(
                list, household, isCounting: inventory.isCounting(in: context), in: context
            ).liveState(inventory.links)
        }
        let window = try await feed.open(view, lastEventID: nil, isEditing: false)
        var buffers = window.buffers.makeAsyncIterator()
        _ = await buffers.next()

        async let following: Void = feed.follow()
        try await household.warm()
        let told = String(buffer: try #require(await buffers.next()))
        feed.close()
        await following
        try household.close()

        #expect(
            told.contains(
                "event: totals\ndata: {\"total\":3,\"totals\":{\"valueInDollars\":30}}"))
    }
}
