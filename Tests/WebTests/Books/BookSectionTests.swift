import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Books over HTTP")
struct BookSectionTests {
    @Test("The samples are added once, in categories with their bargains")
    func samples() async throws {
        try await TestSite.inventory { client in
            let categories = try await client.json("/book-categories.json")
            let records = try #require(categories["records"] as? [[String: Any]])
            let page = try await client.get("/book-categories/1")

            #expect(
                records.compactMap { $0["name"] as? String } == ["Cooking", "Gardening", "Travel"])
            #expect(page.status == .ok)
            #expect(page.text.contains("Bargains"))
            #expect(page.text.contains("Soups for Cold Evenings"))
        }
    }

    @Test("A book is added to a category, changed and deleted, and records its changes")
    func life() async throws {
        try await TestSite.inventory { client in
            let created = try await client.post(
                "/books", [("title", "Knots"), ("price", "14"), ("category", "1")])
            let path = try #require(created.headers[.location])
            let book = try await client.json(path + ".json")
            let changed = try await client.post(path, [("price", "9.50"), ("category", "2")])
            let page = try await client.get(path)
            let deleted = try await client.post(path + "/delete")

            #expect(created.status == .seeOther)
            #expect(book["price"] as? String == "14.00")
            #expect((book["category"] as? [String: Any])?["label"] as? String == "Cooking")
            #expect(changed.headers[.location]?.hasPrefix(path) == true)
            for text in ["History", "$14.00", "$9.50", "Cooking", "Gardening"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(deleted.headers[.location]?.hasPrefix("/books") == true)
            #expect(try await client.get(path).status == .notFound)
        }
    }

    @Test("Author and ISBN are stored, shown, found, exported and imported")
    func edition() async throws {
        try await TestSite.inventory { client in
            let created = try await client.post(
                "/books",
                [
                    ("title", "Knots"), ("author", "Ann Sailor"), ("isbn", "978-3-16-148410-0"),
                    ("price", "14"), ("category", "1"),
                ])
            let path = try #require(created.headers[.location])
            let book = try await client.json(path + ".json")
            let page = try await client.get(path).text
            let refused = try await client.post(path, [("isbn", "978-3-16-148410-1")])
            let table = try await client.get("/books.csv?q=sailor").text
            let found = try await client.json("/books.json?q=9783161484100&sort=author")
            let imports = ImportClient(site: client, address: "/import")
            let same = try await imports.upload(try await client.get("/books.csv").text)
            try await imports.importing("title,author,isbn\nKnots,Ben Sailor,0-8044-2957-X\n")
            let changed = try await client.json(path + ".json")

            #expect(book["author"] as? String == "Ann Sailor")
            #expect(book["isbn"] as? String == "9783161484100")
            #expect(page.contains("Ann Sailor · ISBN 9783161484100 · $14.00"))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("wrong check digit"))
            #expect(refused.text.contains("978-3-16-148410-1"))
            #expect(table.contains("Knots,Ann Sailor,9783161484100,14.00,Cooking,0"))
            #expect(found["total"] as? Int == 1)
            #expect(try Set(same.verdicts) == ["unchanged"])
            #expect(changed["author"] as? String == "Ben Sailor")
            #expect(changed["isbn"] as? String == "080442957X")
            #expect(changed["price"] as? String == "14.00")
        }
    }

    @Test("A new book needs a title, a price and a category; one without a category can be edited")
    func category() async throws {
        try await TestSite.inventory { client in
            let refused = try await client.post(
                "/books", [("title", "Knots"), ("price", "1")], headers: InventoryClient.json)
            let cleared = try await client.post(
                "/books/1", [("category", "")], headers: InventoryClient.json)
            try await client.post("/book-categories/1/delete", [("books", "keep")])
            let homeless = try await client.json("/books/1.json")
            let edited = try await client.post(
                "/books/1", [("title", "Soups"), ("category", "")], headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("\"field\":\"category\""))
            #expect(cleared.status == .unprocessableContent)
            #expect(homeless["category"] is NSNull)
            #expect(edited.status == .ok)
            #expect(try await Self.titles(client, "/books.json?category=none").contains("Soups"))
        }
    }

    @Test("A person who deletes a category chooses what happens to its books")
    func deletingACategory() async throws {
        try await TestSite.inventory { client in
            let question = try await client.get("/book-categories/1/delete")
            let wrong = try await client.post("/book-categories/1/delete", [("books", "burn")])
            try await client.post("/book-categories/1/delete", [("books", "delete")])

            #expect(question.text.contains("Nullify"))
            #expect(question.text.contains("Cascade"))
            #expect(wrong.status == .unprocessableContent)
            #expect(try await client.get("/books/1").status == .notFound)
            #expect(try await Self.titles(client, "/books.json").count == 4)
        }
    }

    @Test("Two categories with the same name are refused, regardless of case and accents")
    func sameName() async throws {
        try await TestSite.inventory { client in
            let second = try await client.post(
                "/book-categories", [("name", "TRÄVEL")], headers: InventoryClient.json)
            let own = try await client.post(
                "/book-categories/3", [("name", "travel")], headers: InventoryClient.json)

            #expect(second.status == .unprocessableContent)
            #expect(try second.faults["name"] == "there is a category “Travel” already")
            #expect(own.status == .ok)
        }
    }

    @Test("Pages are added, moved, turned and deleted")
    func pages() async throws {
        try await TestSite.inventory { client in
            let created = try await client.post("/books/1/pages", [("text", "The end.")])
            let path = try #require(created.headers[.location])
            let pagePath = try #require(path.split(separator: "?").first.map(String.init))
            try await client.post(pagePath + "/position", [("toIndex", "0")])
            let list = try await client.json("/books/1/pages.json")
            let page = try await client.get(pagePath)
            let refused = try await client.post("/books/1/pages", [("text", "")])
            let deleted = try await client.post(pagePath + "/delete")

            let records = try #require(list["records"] as? [[String: Any]])
            #expect(records.first?["text"] as? String == "The end.")
            #expect(records.count == 4)
            #expect(page.text.contains("Page 1 of 4"))
            #expect(page.text.contains("rel=\"next\""))
            #expect(!page.text.contains("rel=\"prev\""))
            #expect(refused.status == .unprocessableContent)
            #expect(deleted.headers[.location]?.hasPrefix("/books/1") == true)
            let kept = try #require(records.last?["id"] as? Int)
            let below = ["/pages/\(kept)", "/pages/\(kept)/edit", "/pages/\(kept)/delete"]
            for address in below + ["/books/1/pages/new"] {
                let crumbs = try await client.get(address).text
                #expect(crumbs.contains("<li><a href=\"/books/1\" dir=\"auto\">"), "\(address)")
            }
            #expect(try await client.get("/books/99/pages").status == .notFound)
            #expect(try await client.get("/books/99/pages.json").status == .notFound)
            #expect(
                try await client.post(
                    "/books/99/pages", [("text", "x")], headers: InventoryClient.json
                ).status == .notFound)
        }
    }

    @Test("The samples are labeled as such until they are kept or deleted")
    func sampleNotice() async throws {
        try await TestSite.inventory { client in
            let pages = ["/", "/books", "/book-categories"]
            for path in pages {
                let page = try await client.get(path).text
                #expect(page.contains("6 books here are samples"), "\(path)")
                #expect(page.contains("action=\"/books/samples/keep\""), "\(path)")
            }
            // An edited book is no longer a sample.
            try await client.post("/books/1", [("title", "Mine")])
            #expect(try await client.get("/books").text.contains("5 books here are samples"))

            let removed = try await client.post(
                "/books/samples/delete", headers: InventoryClient.json)

            #expect(try removed.json["books"] as? Int == 1)
            #expect(try removed.json["categories"] as? Int == 1)
            for path in pages {
                #expect(!(try await client.get(path).text.contains("here are samples")), "\(path)")
            }
            let left = try await client.json("/books.json")["records"] as? [[String: Any]]
            #expect(left?.compactMap { $0["title"] as? String } == ["Mine"])

            try await client.post("/books/samples")
            #expect(try await client.get("/").text.contains("6 books here are samples"))
            let kept = try await client.post("/books/samples/keep")

            #expect(kept.status == .seeOther)
            for path in pages {
                #expect(!(try await client.get(path).text.contains("here are samples")), "\(path)")
            }
            #expect(try await client.json("/books.json")["total"] as? Int == 6)
        }
    }

    @Test("Loading the samples again asks first, with the number of books that are deleted")
    func samplesAgain() async throws {
        try await TestSite.inventory { client in
            try await client.post(
                "/books", [("title", "Knots"), ("price", "1"), ("category", "1")])
            let question = try await client.get("/books/samples")
            let loaded = try await client.post("/books/samples")

            #expect(question.text.contains("7 books"))
            #expect(loaded.status == .seeOther)
            #expect(try await Self.titles(client, "/books.json").count == 6)
        }
    }

    @Test("Books are found, filtered and sorted")
    func lists() async throws {
        try await TestSite.inventory { client in
            let found = try await Self.titles(client, "/books.json?q=soups")

            #expect(found == ["Soups for Cold Evenings"])
            #expect(
                try await Self.titles(client, "/books.json?bargain=yes&sort=-price") == [
                    "A Balcony in Four Seasons", "Soups for Cold Evenings", "Walks of an Hour",
                ])
            #expect(
                try await Self.titles(client, "/books.json?category=2&sort=price") == [
                    "A Balcony in Four Seasons", "Old Apple Trees",
                ])
            #expect(
                try await Self.titles(client, "/books.json?predicate=pages.@count%20%3E%203") == [
                    "A Balcony in Four Seasons"
                ])
            #expect(try await client.get("/books?sort=pages").status == .unprocessableContent)
            #expect(
                try await client.get("/books.csv").text.hasPrefix(
                    "id,title,author,isbn,price,category,pages"))
        }
    }

    private static func titles(_ client: InventoryClient, _ uri: String) async throws -> [String] {
        let records = try #require(try await client.json(uri)["records"] as? [[String: Any]])
        return records.compactMap { $0["title"] as? String }
    }
}
