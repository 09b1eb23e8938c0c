import Domain
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Synchronization
import Testing

@testable import Web

@Suite("Open windows")
struct LiveFeedTests {
    @Test("A window gets added, changed and deleted records until the feed is closed")
    func windowHears() async throws {
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let feed = LiveFeed(household)
        async let following: Void = feed.follow()
        let window = try await feed.open(Self.items, lastEventID: nil, isEditing: false)
        var buffers = window.buffers.makeAsyncIterator()
        func next() async throws -> String { String(buffer: try #require(await buffers.next())) }
        let start = try await next()

        try await Self.add("Lamp", to: household)
        let added = try await next()
        try await household.container.write { context in
            try Item.latest(1, in: context).first?.itemName = "Chair"
            try household.save(context)
        }
        let changed = try await next()
        try await household.container.write { context in
            for item in try Item.latest(1, in: context) { context.delete(item) }
            try household.save(context)
        }
        let deleted = try await next()
        feed.close()
        await following

        #expect(start == "retry: 2000\n\n")
        #expect(added.contains("event: insert\ndata: {\"id\":1,\"index\":0}\n\n"))
        #expect(changed.contains("event: update\ndata: {\"id\":1,\"index\":0}\n\n"))
        #expect(deleted.contains("event: delete\ndata: {\"id\":1,\"index\":0}\n\n"))
        #expect(await buffers.next() == nil)
    }

    @Test("A window that missed events reloads, and others are notified of editors")
    func reconnecting() async throws {
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let feed = LiveFeed(household)

        let late = try await feed.open(Self.items, lastEventID: "0-1", isEditing: false)
        let editor = try await feed.open(Self.items, lastEventID: nil, isEditing: true)
        feed.close()
        let texts = await Self.texts(late)
        let own = await Self.texts(editor)

        #expect(texts.contains("event: reload"))
        #expect(texts.contains("event: editing\ndata: {\"windows\":1}"))
        #expect(!own.contains("event: reload"))
        #expect(!own.contains("event: editing"))
        await #expect(throws: SiteError.self) {
            _ = try await feed.open(Self.items, lastEventID: nil, isEditing: false)
        }
    }

    @Test("A change is read once for the five hundred windows of a list")
    func manyWindows() async throws {
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let feed = LiveFeed(household)
        async let following: Void = feed.follow()
        let reads = Calls()
        let view = LiveView(key: "/items") { context in
            reads.note()
            return try Self.items.read(context)
        }
        var windows: [LiveWindow] = []
        for _ in 0..<500 {
            windows.append(try await feed.open(view, lastEventID: nil, isEditing: false))
        }
        await #expect(throws: SiteError.self) {
            _ = try await feed.open(view, lastEventID: nil, isEditing: false)
        }
        let before = reads.count

        try await Self.add("Lamp", to: household)
        var events: Set<String> = []
        for window in windows {
            var buffers = window.buffers.makeAsyncIterator()
            _ = await buffers.next()
            events.insert(String(buffer: try #require(await buffers.next())))
        }
        feed.close()
        await following

        // Once for the change; the stale state from the opening may be read in addition.
        #expect(reads.count - before <= 3, "\(reads.count - before)")
        #expect(events.count == 1 && events.first?.contains("event: insert") == true)
    }

    @Test("A window that ends at once frees its slot exactly once")
    func endedAtOnce() {
        let ends = Calls()
        let window = LiveWindow(number: 1, isEditing: false) { ends.note() }
        window.end()
        window.end()
        #expect(ends.count == 1)
    }

    /// The number of calls.
    private final class Calls: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }

        func note() { number.withLock { $0 += 1 } }
    }

    @Test(
        "A slow window is closed when its queue is full, and then reloads everything"
    )
    func slowWindow() async throws {
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let feed = LiveFeed(household)
        async let following: Void = feed.follow()
        let slow = try await feed.open(Self.items, lastEventID: nil, isEditing: false)
        let quick = try await feed.open(Self.items, lastEventID: nil, isEditing: false)
        var buffers = quick.buffers.makeAsyncIterator()
        _ = await buffers.next()

        for number in 0..<70 {
            try await Self.add("Item \(number)", to: household)
            _ = try #require(await buffers.next())
        }
        // All waiting events, and then the end: nothing more is queued.
        let texts = await Self.texts(slow)
        let again = try await feed.open(
            Self.items, lastEventID: Self.lastID(in: texts), isEditing: false)
        feed.close()
        await following

        #expect(texts.matches(of: /event: insert/).count < 70)
        #expect(await Self.texts(again).contains("event: reload"))
    }

    @Test("Event numbers are never reused, even while no view is open")
    func numbersOfEvents() async throws {
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let feed = LiveFeed(household)
        async let following: Void = feed.follow()
        var ids: [String?] = []
        for name in ["Lamp", "Chair"] {
            let window = try await feed.open(Self.items, lastEventID: nil, isEditing: false)
            var buffers = window.buffers.makeAsyncIterator()
            _ = await buffers.next()
            try await Self.add(name, to: household)
            ids.append(Self.lastID(in: String(buffer: try #require(await buffers.next()))))
            window.end()
        }
        feed.close()
        await following

        #expect(ids[0] != nil)
        #expect(ids[0] != ids[1])
    }

    private static let followed: [(page: String, events: String)] = [
        ("/", "/.events"), ("/items?q=x", "/items.events?q=x"),
        ("/customers?q=x", "/customers.events?q=x"), ("/customers/1", "/customers/1.events"),
        ("/customers/1/edit", "/customers/1.events?editing=yes"),
        ("/sales", "/sales.events"), ("/sales/1", "/sales/1.events"),
        ("/customers/1/sales", "/customers/1/sales.events"),
        ("/sales/totals?by=product", "/sales/totals.events?by=product"),
        ("/sales/days/2026-11-21", "/sales/days/2026-11-21.events"),
        ("/products/1", "/products/1.events"), ("/groceries", "/groceries.events"),
        ("/books/1/pages", "/books/1/pages.events"), ("/books/1", "/books/1.events"),
        ("/books/1/edit", "/books/1.events?editing=yes"),
        ("/quotes", "/quotes.events"), ("/quotes/1", "/quotes/1.events"),
        ("/invoices", "/invoices.events"), ("/invoices/1", "/invoices/1.events"),
        ("/documents", "/documents.events"), ("/tasks", "/tasks.events"),
        ("/loans", "/loans.events"), ("/tags/1", "/tags/1.events"),
        ("/locations/1", "/locations/1.events"), ("/trash", "/trash.events"),
    ]

    @Test("Lists, records, sheets and the first page have event streams, linked from their pages")
    func addresses() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales/1/invoice", [("buyerName", "Ann")])
            try await client.post(
                "/quotes", [("buyerName", "Ann"), ("productName", "Lamp"), ("unitPrice", "9")])
            try await client.post("/tags", [("name", "red")])
            try await client.post("/locations", [("name", "Attic")])
            for (page, events) in Self.followed {
                let html = try await client.get(page).text
                let answer = try await client.post(events)

                #expect(html.contains("type=\"text/event-stream\" href=\"\(events)\""), "\(page)")
                // The address exists, and takes another method.
                #expect(answer.status == .methodNotAllowed, "\(events)")
            }
        }
    }

    @Test("Invalid parameters are refused before anything is sent")
    func refusals() async throws {
        try await TestSite.inventory { client in
            let wrong = try await client.get("/model/Item.events?sort=x")
            let unknown = try await client.get("/model/Nobody.events")

            #expect(wrong.status == .unprocessableContent)
            #expect(unknown.status == .notFound)
        }
    }

    private static let items = LiveView(key: "/items") { context in
        LiveState(
            rows: try context.fetch(FetchRequest<Item>()).map { item in
                LiveState.Row(
                    id: item.objectID.recordNumber ?? 0, version: UInt64(item.rowVersion))
            })
    }

    private static func add(_ name: String, to household: Household) async throws {
        try await household.container.write { context in
            try Item.append(in: context).itemName = name
            try household.save(context)
        }
    }

    /// The ID of the last event in a text.
    private static func lastID(in text: String) -> String? {
        text.matches(of: /id: (\S+)/).last.map { String($0.1) }
    }

    private static func texts(_ window: LiveWindow) async -> String {
        var texts = ""
        for await buffer in window.buffers { texts += String(buffer: buffer) }
        return texts
    }
}
