import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

/// The number of statements that pages take.
struct PageCostTests {
    @Test("A page of the list takes one statement for its rows, once the totals are cached")
    func list() async throws {
        try await Self.measure { client, trace in
            _ = try await client.get("/items?perPage=5")
            trace.removeAll()

            _ = try await client.get("/items?perPage=5&page=2")

            #expect(Self.statements(trace).count == 1)
            #expect(Self.statements(trace).first?.contains("LIMIT") == true)
        }
    }

    @Test("The first page after a change takes one statement for its rows and two for all totals")
    func firstPage() async throws {
        try await Self.measure { client, trace in
            let path = try await client.add("Sofa", [("assetType", "1")])
            _ = try await client.get("/items")
            let changes: [(uri: String, fields: [(name: String, value: String)])] = [
                ("/items", [("itemName", "One more"), ("valueInDollars", "70")]),
                (path, [("itemName", "Couch"), ("valueInDollars", "7")]),
                (path + "/position", [("toIndex", "2")]), (path + "/delete", []),
            ]
            for change in changes {
                _ = try await client.post(change.uri, change.fields)
                trace.removeAll()

                _ = try await client.get("/items")

                // The names of types are cached, and the counts of the chips come with the totals, each time after a
                // check whether the stored sums are valid.
                let statements = Self.statements(trace)
                let looks = statements.filter { $0.hasPrefix("SELECT NOT EXISTS") }
                #expect(looks.count <= 2, "\(change.uri)")
                #expect(statements.count - looks.count == 3, "\(change.uri)")
            }
        }
    }

    @Test(
        "A search takes one statement for its rows and two for all totals, with any belongings"
    )
    func belongings() async throws {
        try await Self.measure { client, trace in
            try await client.add("Sofa", [("tags", "old")])
            try await client.post("/loans", [("item", "Sofa"), ("borrower", "Roswitha")])
            _ = try await client.get("/items")
            trace.removeAll()

            let page = try await client.get("/items?q=roswitha+sofa&tag=1").text

            #expect(page.contains("Sofa"))
            let statements = Self.statements(trace)
            #expect(statements.filter { $0.contains("FROM ZITEM t0") }.count == 3, "\(statements)")
            #expect(!statements.contains { $0.contains("FROM ZLOAN t0") }, "\(statements)")
        }
    }

    @Test("A page stays cached until an entity that it depends on is saved")
    func otherRecords() async throws {
        try await Self.measure { client, trace in
            let path = try await client.add("Sofa")
            _ = try await client.addCustomer("Ann")
            let sales = [
                "/products", "/products.json", "/products/1", "/sales", "/sales.json",
                "/sales/1.json", "/sales/1/receipt", "/sales/totals", "/sales/days/2026-11-20",
            ]
            let lists = ["/items", "/items.json", "/asset-types", "/asset-types/1"]
            let others = ["/books", "/books/1", "/book-categories", "/groceries"]
            let pages = lists + [path, path + ".json"] + sales + others
            func changed(_ work: () async throws -> Void) async throws -> Set<String> {
                let before = try await client.tags(pages)
                try await work()
                let after = try await client.tags(pages)
                return Set(zip(pages, zip(before, after)).filter { $1.0 != $1.1 }.map(\.0))
            }

            let byProduct = try await changed {
                _ = try await client.post("/products", [("name", "Mug"), ("price", "3")])
            }
            let byItem = try await changed {
                _ = try await client.post("/items", [("itemName", "Chair")])
            }
            let byGrocery = try await changed {
                _ = try await client.post("/groceries", [("entry", "milk")])
            }
            let byBook = try await changed {
                _ = try await client.post("/books/1", [("price", "9")])
            }

            #expect(byProduct == Set(sales + [path, path + ".json"]))
            #expect(byItem == Set(lists + [path, path + ".json"]))
            #expect(byGrocery == ["/groceries"])
            #expect(byBook == ["/books", "/books/1", "/book-categories"])
        }
    }

    @Test("Pages read only the entities on which they are declared to depend")
    func tables() async throws {
        try await Self.measure { client, trace in
            let path = try await client.add(
                "Sofa", [("assetType", "1"), ("valueInDollars", "90")])
            _ = try await client.post("/locations", [("name", "House")])
            _ = try await client.addCustomer("Ann")
            let sold = try await client.post(
                path + "/sale", [("customer", "1"), ("unitPrice", "80")])
            #expect(sold.status == .seeOther)
            // A search that finds a single customer leads to the form.
            _ = try await client.addCustomer("Anna")
            _ = try await client.post("/groceries", [("entry", "2 l milk")])
            func tables(_ entities: Set<EntityName>) -> Set<String> {
                Set(entities.map { "Z" + $0.rawValue.uppercased() })
            }
            let lists = tables(EntityName.itemLists)
            let item = tables(EntityName.itemPages)
            let sales = tables(EntityName.sales)
            let books = tables(EntityName.library)
            let groceries = tables([.groceryItem, .groceryName, .undoStep])
            for (page, tables) in [
                ("/asset-types", lists), ("/asset-types/1", lists), ("/asset-types/1/edit", lists),
                ("/sales", sales), ("/sales.json", sales), ("/sales/1.json", sales),
                ("/sales?q=lamp&sort=-total", sales), ("/sales/1/receipt", sales),
                ("/sales/2", sales.union(["ZITEM"])), ("/sales/new?q=ann", sales),
                ("/sales/totals", sales), ("/sales/totals.json?by=product", sales),
                ("/customers/1/sales", sales), ("/sales/days/2026-11-20", sales),
                ("/products", sales), ("/products/1", sales),
                ("/books", books), ("/books/1", books), ("/book-categories", books),
                ("/book-categories/1", books), ("/books/1/pages", books), ("/pages/1", books),
                ("/groceries", groceries), ("/groceries.json", groceries),
                ("/groceries/1", groceries),
                ("/items?perPage=3", lists), ("/items?q=furniture", lists),
                ("/items?predicate=assetType.label+%3D%3D+%22Furniture%22", lists),
                ("/items.json?sort=assetType.label", lists), (path, item), (path + ".json", item),
                (path + "/edit", lists),
                ("/items/new?assetType=1", ["ZASSETTYPE", "ZITEMFIELD", "ZLOCATION", "ZTAG"]),
                ("/tags", lists), ("/locations", lists), ("/locations/1", lists),
                ("/items?location=1", lists),
            ] {
                trace.removeAll()
                #expect(try await client.get(page).status == .ok, "\(page)")

                let read = trace.sql.flatMap { sql in
                    sql.matches(of: /(?:FROM|JOIN) (Z[A-Z]+)/).map { String($0.output.1) }
                }
                // The number of sales is read to begin the snapshot, and the imports that run after a
                // save of a step.
                let others = Set(read).subtracting(tables)
                    .subtracting(["ZSALENUMBERING", "ZUNDOSTEP"])
                #expect(others.isEmpty, "\(page)")
            }
        }
    }

    @Test("A custom predicate is evaluated once for the rows, and once per item for all totals")
    func predicate() async throws {
        try await Self.measure { client, trace in
            _ = try await client.get("/items")
            trace.removeAll()

            _ = try await client.get("/items?predicate=itemName+MATCHES+%22Item.*%22")
            let first = Self.statements(trace).filter { $0.contains("ZITEM") }
            trace.removeAll()
            _ = try await client.get(
                "/items?predicate=itemName+MATCHES+%22Item.*%22&assetType=1&hasImage=no")

            let figures = first.filter { $0.contains(" GROUP BY ") }
            #expect(first.count == 3)
            #expect(figures.count == 2)
            for sql in figures {
                // The sold items, and the others: the predicate is evaluated after that.
                let condition = sql.components(separatedBy: " WHERE ").dropFirst().joined()
                let sold = try #require(condition.range(of: "ZSOLDDATE"))
                let name = try #require(condition.range(of: "ZITEMNAME"))
                #expect(sold.lowerBound < name.lowerBound, "\(sql)")
            }
            #expect(Self.statements(trace).count == 1)
        }
    }

    @Test("A cached page takes no statement, whether or not the client has it")
    func cachedPage() async throws {
        try await Self.measure { client, trace in
            let first = try await client.get("/items")
            let tag = try #require(first.headers[.eTag])
            trace.removeAll()

            let again = try await client.get("/items")
            let known = try await client.get("/items", headers: [.ifNoneMatch: tag])

            #expect(again.body == first.body)
            #expect(known.status == .notModified)
            #expect(known.body.readableBytes == 0)
            // Another service may have read meanwhile, in a transaction without a statement.
            #expect(Self.statements(trace).isEmpty)
        }
    }

    @Test("A page that reuses parts of another equals the page rendered without a cache")
    func frames() async throws {
        try await Self.measure { client, _ in
            let path = try await client.add("Sofa")
            _ = try await client.get("/items?perPage=3&page=2")
            let third = try await client.get("/items?perPage=3&page=3")
            // All caches are cleared.
            _ = try await client.post(path, [("itemName", "Couch")])
            _ = try await client.post(path, [("itemName", "Sofa")])

            let again = try await client.get("/items?perPage=3&page=3")

            #expect(third.text == again.text)
            #expect(third.text.contains("href=\"/items.json?perPage=3&amp;page=3\""))
            #expect(!third.text.contains("hole-"))
        }
    }

    @Test("A change is visible at once, on every page that shows it")
    func freshness() async throws {
        try await Self.measure { client, _ in
            let path = try await client.add("Sofa")
            let before = try await client.get("/items")
            _ = try await client.get(path)

            _ = try await client.post(path, [("itemName", "Couch")])
            let after = try await client.get("/items")

            #expect(before.text.contains(">Sofa</a>"))
            #expect(after.text.contains(">Couch</a>"))
            #expect(!after.text.contains(">Sofa</a>"))
            #expect(before.headers[.eTag] != after.headers[.eTag])
            #expect(try await client.get(path).text.contains("Couch"))
            #expect(try await client.get("/").text.contains("Couch"))
        }
    }

    @Test("Reading changes nothing")
    func reading() async throws {
        try await Self.measure { client, trace in
            let path = try await client.add("Sofa")
            let before = try await client.get("/items.csv").text
            trace.removeAll()

            for uri in [
                "/", "/items", "/items/new", path, path + "/edit", path + "/delete",
                path + "/asset-type", "/asset-types", "/asset-types/1", "/asset-types/1/delete",
            ] {
                #expect(try await client.get(uri).status == .ok)
                let head = try await client.client.execute(uri: uri, method: .head)
                #expect(head.status == .ok)
                #expect(head.body.readableBytes == 0)
            }

            #expect(!trace.sql.contains { $0.hasPrefix("INSERT") || $0.hasPrefix("UPDATE") })
            #expect(try await client.get("/items.csv").text == before)
        }
    }

    @Test("A page of 50 items without photos has less than 40,000 bytes")
    func bytes() async throws {
        try await Self.measure { client, _ in
            for number in 1...50 {
                try await client.add(
                    "Second laptop \(number)", [("serialNumber", "LT-\(1_094_000 + number)")])
            }

            let page = try await client.get("/items")

            #expect(page.body.readableBytes < 40_000)
        }
    }

    @Test("A list never reads thumbnails")
    func thumbnails() async throws {
        try await Self.measure { client, trace in
            _ = try await client.upload(
                "/items", [("itemName", "Sofa")], file: TestPicture.data())
            trace.removeAll()

            let page = try await client.get("/items?sort=-dateCreated")

            #expect(page.text.contains("/thumbnail?v=1-"))
            let rows = Self.statements(trace).filter { $0.contains("LIMIT") }
            #expect(rows.allSatisfy { !$0.contains("t0.ZTHUMBNAIL,") })
        }
    }

    @Test("Totals are not grouped by picture data, which would be sorted")
    func pictures() async throws {
        try await Self.measure { client, trace in
            trace.removeAll()

            _ = try await client.get("/items?predicate=valueInDollars%20%3E%3D%200")

            let grouped = Self.statements(trace).filter { $0.contains(" GROUP BY ") }
            #expect(!grouped.isEmpty)
            for sql in grouped {
                let columns = sql.components(separatedBy: " FROM ")[0]
                let groups = sql.components(separatedBy: " GROUP BY ").last ?? ""
                #expect(!(columns + groups).contains("ZTHUMBNAIL"), "\(sql)")
            }
        }
    }

    // MARK: - A site with items

    private static func measure(
        _ body: @Sendable (InventoryClient, SQLTrace) async throws -> Void
    ) async throws {
        let trace = SQLTrace()
        let site = try TestSite { $0.trace = trace }
        try await site.test { test in
            let client = InventoryClient(client: test)
            for index in 0..<12 {
                try await client.add("Item \(index)", [("assetType", "\(index % 3 + 1)")])
            }
            try await waitForSweep(trace)
            try await body(client, trace)
        }
    }

    /// Waits until the site has scanned the pictures, as each start does: these statements belong to no page.
    private static func waitForSweep(_ trace: SQLTrace) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var former = -1
        while former != trace.sql.count
            || !["ZDOCUMENT", "ZITEMPHOTO"].allSatisfy({ table in
                trace.sql.contains { $0.contains("FROM \(table)") }
            })
        {
            try #require(ContinuousClock.now < deadline, "No picture was looked at")
            former = trace.sql.count
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// The statements except those that begin and end transactions, and open connections.
    private static func statements(_ trace: SQLTrace) -> [String] {
        trace.sql.filter { sql in
            !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { sql.hasPrefix($0) }
        }
    }
}

extension InventoryClient {
    /// The entity tags of pages.
    fileprivate func tags(_ uris: [String]) async throws -> [String] {
        var tags: [String] = []
        for uri in uris { tags.append(try #require(try await get(uri).headers[.eTag])) }
        return tags
    }
}
