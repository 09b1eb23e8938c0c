import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("The orders of every list")
struct ListOrderTests {
    /// Columns that are named as a sort key, but do not show what their order compares.
    private static let others: [String: Set<String>] = [
        // Titles of photos are sorted by their bytes. Ticked groceries and void sales come last.
        "/places/{id}.csv": ["title"], "/favorites/{id}.csv": ["title"], "/recents.csv": ["title"],
        "/groceries.csv": ["name", "quantity", "unit", "key", "orderingValue"],
        "/sales.csv": ["total"], "/customers/{id}/sales.csv": ["total"],
        // They show numbers and are sorted by names.
        "/sales/lines.csv": ["product", "customer"], "/quotes/lines.csv": ["product", "customer"],
        // The cost of a task is that of having it done; it is sorted by the planned one.
        "/tasks.csv": ["item", "cost"],
    ]

    @Test("Each table is in the order of each column that its list can be sorted by")
    func tables() async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        let token = household.about.token
        try await household.site.test { client in
            func get(_ path: String) async throws -> TestResponse {
                try await client.execute(
                    uri: path, method: .get, headers: [.authorization: "Bearer \(token)"])
            }
            var count = 0
            for (list, keys) in try Self.sortKeys(in: await get("/openapi.json").text) {
                var path = list
                if let range = list.range(of: "/{id}") {
                    let owners = try await get("\(list[..<range.lowerBound]).json").text
                    guard let number = try Self.firstNumber(in: owners) else { continue }
                    path.replaceSubrange(range, with: "/\(number)")
                }
                for key in keys {
                    let answer = try await get("\(path)?sort=\(key)")
                    #expect(answer.status == .ok, "\(path)?sort=\(key)")
                    let table = Self.rows(answer.text)
                    let name = key.hasPrefix("-") ? String(key.dropFirst()) : key
                    guard let column = table.first?.firstIndex(of: name),
                        Self.others[list]?.contains(name) != true
                    else { continue }
                    let cells = table.dropFirst().map { $0[column] }.filter { !$0.isEmpty }
                    count += 1
                    #expect(
                        Self.areSorted(key.hasPrefix("-") ? cells.reversed() : cells),
                        "\(path)?sort=\(key): \(cells)")
                }
            }
            #expect(count > 300)
        }
    }

    @Test(
        "Tables can be sorted by what a record names",
        arguments: [
            ("sales", ["customerName", "returnOf", "time"]),
            ("sales/lines", ["customerName", "productName", "emailid", "voidReason", "taxRate"]),
            ("quotes", ["sale"]), ("quotes/lines", ["validThrough", "buyerName"]),
            ("invoices", ["sale"]), ("payments", ["time", "isCash", "tendered", "customerName"]),
            ("products", ["category", "taxRate"]), ("products/stock", ["productName", "sale"]),
            ("customers", ["cardBrand", "cardHolder"]), ("trash", ["deletionDate"]),
            ("tasks", ["plannedCost"]), ("places/1", ["place"]), ("locations", ["path", "notes"]),
        ])
    func named(list: String, keys: [String]) async throws {
        try await TestSite().test { client in
            let text = try await InventoryClient(client: client).get("/openapi.json").text
            let path = list.replacing("/1", with: "/{id}")
            let known = try Self.sortKeys(in: text, at: "/\(path).csv")

            #expect(keys.filter { !known.contains($0) } == [])
        }
    }

    /// The sort keys of each list that has a table.
    private static func sortKeys(in text: String) throws -> [(path: String, keys: [String])] {
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: Any])
        return try paths.keys.filter { $0.hasSuffix(".csv") && !$0.contains("{key}") }.sorted()
            .map { ($0, try sortKeys(in: text, at: $0)) }
    }

    /// The number of the first record in a list.
    private static func firstNumber(in text: String) throws -> Int? {
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return (list?["records"] as? [[String: Any]])?.first?["id"] as? Int
    }

    private static func sortKeys(in text: String, at path: String) throws -> [String] {
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let paths = document?["paths"] as? [String: [String: Any]]
        let route = try #require(paths?[path]?["get"] as? [String: Any])
        let parameters = route["parameters"] as? [[String: Any]] ?? []
        let schema = parameters.first { $0["name"] as? String == "sort" }?["schema"]
        return (schema as? [String: Any])?["enum"] as? [String] ?? []
    }

    /// The cells of a table.
    private static func rows(_ text: String) -> [[String]] {
        var (rows, cells, cell, isQuoted): ([[String]], [String], String, Bool) = (
            [], [], "", false
        )
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                cells.append(cell)
                cell = ""
            case "\r\n" where !isQuoted:
                rows.append(cells + [cell])
                (cells, cell) = ([], "")
            default: cell.append(character)
            }
        }
        return rows
    }

    /// Whether numbers are in their order, and texts in that which people expect.
    private static func areSorted(_ cells: [String]) -> Bool {
        let numbers = cells.compactMap(Double.init)
        if numbers.count == cells.count {
            return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
        }
        // Saves within a second may have changed places.
        if cells.allSatisfy({ $0.wholeMatch(of: /[-0-9]{10}T.*/) != nil }) {
            let seconds = cells.map { $0.prefix(19) }
            return seconds == seconds.sorted()
        }
        // Keys.
        if Set(cells.map(\.count)).count == 1 { return cells == cells.sorted() }
        let keys = cells.map { FetchSortDescriptor.Comparison.localizedStandard.sortKey($0) }
        return zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
    }
}
