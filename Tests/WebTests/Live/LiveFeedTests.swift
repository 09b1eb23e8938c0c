import Domain
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

@Suite("Open windows")
struct LiveFeedTests {
    @Test("A window hears of what is added, changed and deleted, until the feed is closed")
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

    @Test("A window that missed something reads again; others are told who edits")
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

    @Test("What cannot be read is refused before anything is sent")
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

    private static func texts(_ window: LiveWindow) async -> String {
        var texts = ""
        for await buffer in window.buffers { texts += String(buffer: buffer) }
        return texts
    }
}
