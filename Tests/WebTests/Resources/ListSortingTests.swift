import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The order of lists")
struct ListSortingTests {
    @Test(
        "Texts are sorted as people expect, amounts by size, relationships by name",
        arguments: [
            ("title", ["apples 2", "Apples 10", "banana", "Évora"]),
            ("-title", ["Évora", "banana", "Apples 10", "apples 2"]),
            ("price", ["Évora", "banana", "apples 2", "Apples 10"]),
            ("category", ["banana", "apples 2", "Apples 10", "Évora"]),
        ])
    func orders(sort: String, expected: [String]) async throws {
        try await TestSite.inventory { client in
            for number in 1...6 { try await client.post("/books/\(number)/delete") }
            for (title, price, category) in [
                ("Évora", "3", "3"), ("Apples 10", "20", "2"), ("banana", "9", "1"),
                ("apples 2", "10", "2"),
            ] {
                try await client.post(
                    "/books", [("title", title), ("price", price), ("category", category)])
            }
            let list = try await client.json("/books.json?sort=\(sort)")

            let records = try #require(list["records"] as? [[String: Any]])
            #expect(records.compactMap { $0["title"] as? String } == expected)
        }
    }

    @Test(
        "A list is sorted by every attribute of its tables, and by the titles of other records",
        arguments: [
            ("item", ["axe", "Belt", "Cart"]), ("-item", ["Cart", "Belt", "axe"]),
            ("notes", ["Belt", "Cart", "axe"]),
        ])
    func tableOrders(sort: String, expected: [String]) async throws {
        try await TestSite.inventory { client in
            for (name, notes) in [("Cart", "old"), ("axe", "sharp"), ("Belt", "new")] {
                let key = try await client.add(name).split(separator: "/").last
                try await client.post(
                    "/loans",
                    [("item", String(try #require(key))), ("borrower", name), ("notes", notes)])
            }

            let list = try await client.json("/loans.json?sort=\(sort)")

            let records = try #require(list["records"] as? [[String: Any]])
            #expect(records.compactMap { $0["borrower"] as? String } == expected)
            for (path, keys) in [
                ("/loans", "returned"), ("/tasks", "item notes"),
                ("/customers", "notes taxNumber consentedAt"),
                ("/documents", "item kind"), ("/label-sheets", "columns pageWidth"),
                ("/items", "lastSeenBy"),
            ] {
                for key in keys.split(separator: " ") {
                    let response = try await client.get("\(path)?sort=-\(key)")
                    #expect(response.status == .ok, "\(path) by \(key)")
                }
            }
        }
    }
}
