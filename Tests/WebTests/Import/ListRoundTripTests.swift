import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("Round trips of lists")
struct ListRoundTripTests {
    @Test(
        "An export changes nothing in its household, and restores the same list elsewhere",
        arguments: [1, 2, 3, 4] as [UInt64])
    func lists(seed: UInt64) async throws {
        var random = Numbers(state: seed)
        let records = (0..<12).map { _ in Self.records(&random) }
        let histories = (1...13).map { Self.history(of: String(format: "A-%04d", $0), &random) }
        let exports = try await Self.importing { imports in
            for (name, parent) in [
                ("House", ""), ("Müller’s, shed", "1"), ("House", "2"),
                ("AC/DC; a > b ›c", "3"),
            ] {
                try await Self.add("/locations", [("name", name), ("parent", parent)], to: imports)
            }
            for kind in ["text", "number", "date", "flag"] {
                try await Self.add(
                    "/item-fields", [("name", "My " + kind), ("kind", kind)], to: imports)
            }
            try await Self.add("/items", [("itemName", "Case")], to: imports)
            for forms in records {
                for (path, fields) in forms { try await Self.add(path, fields, to: imports) }
            }
            for history in histories { try await Self.add(history, to: imports) }
            // A manual order, for items and groceries.
            let key = try await imports.site.json("/items.json?sort=itemName")
            let first = (key["records"] as? [[String: Any]])?.first?["itemKey"] as? String
            try await imports.site.post(
                "/items/\(first ?? "")/position", [("move", "first")])
            for (list, kind) in Self.lists {
                for twin in [".csv", ".json"] {
                    let text = try await imports.site.get(list + twin).text
                    let plan = try await imports.upload(text, kind: kind)
                    let verdicts = try plan.verdicts
                    #expect(
                        !verdicts.isEmpty && verdicts.allSatisfy { $0 == "unchanged" },
                        "\(list)\(twin): \(plan.text)")
                }
                let lines = try Self.lines(of: try await imports.site.get(list + ".json").text)
                let plan = try await imports.upload(lines, kind: kind)
                #expect(
                    try plan.verdicts.allSatisfy { $0 == "unchanged" }, "\(list): \(plan.text)")
            }
            return try await Self.exports(imports)
        }
        for twin in [".csv", ".json"] {
            let copies = try await Self.importing { imports in
                for (list, kind) in Self.lists {
                    let plan = try await imports.upload(exports[list + twin] ?? "", kind: kind)
                    // The samples of a section are in every household.
                    if try plan.verdicts.allSatisfy({ $0 == "unchanged" }) { continue }
                    #expect(try await imports.confirm(plan).status == .created)
                }
                return try await Self.exports(imports)
            }
            for (list, _) in Self.lists {
                #expect(
                    Self.columns(exports[list + ".csv"]) == Self.columns(copies[list + ".csv"]),
                    "\(list)\(twin)")
            }
        }
    }

    /// The records of a list's JSON, one per line.
    private static func lines(of twin: String) throws -> String {
        let page = try JSONSerialization.jsonObject(with: Data(twin.utf8)) as? [String: Any]
        let records = try #require(page?["records"] as? [[String: Any]])
        return try records.map { record in
            let data = try JSONSerialization.data(withJSONObject: record)
            return String(decoding: data, as: UTF8.self) + "\n"
        }.joined()
    }

    private static let lists = [
        ("/asset-types", "assetTypes"), ("/items", "items"), ("/groceries", "groceries"),
        ("/books", "books"),
    ]

    /// The forms of a record of each list, with texts that are difficult in tables.
    private static func records(_ random: inout Numbers) -> [(String, [(String, String)])] {
        let mark = " m" + String(random.next() % 1_000_000, radix: 36)
        let notes = text(&random) + "\n\t" + text(&random) + "\n\n" + text(&random)
        return [
            (
                "/items",
                [
                    ("itemName", text(&random) + mark), ("serialNumber", text(&random)),
                    ("valueInDollars", "\(random.next() % 5_000)"),
                    ("assetType", random.next() % 2 == 0 ? "1" : ""), ("notes", notes),
                    ("location", ["", "1", "2", "3", "4"][Int(random.next() % 5)]),
                    ("container", random.next() % 3 == 0 ? "A-0001" : ""),
                    (
                        "tags",
                        ["", "Zinc, alpha", "=1+1, Müller", "a/b › c \\; \"d\""][
                            Int(random.next() % 4)]
                    ),
                    ("quantity", "\(random.next() % 3 + 1)"),
                    ("manufacturer", text(&random)), ("seller", text(&random)),
                    ("purchasePrice", "\(random.next() % 900).25"),
                    ("purchaseDate", "2024-05-0\(random.next() % 9 + 1)"),
                    ("warrantyUntil", ["", "for life", "2 years"][Int(random.next() % 3)]),
                    ("fields[1]", random.next() % 2 == 0 ? text(&random) : ""),
                    ("fields[2]", random.next() % 2 == 0 ? "\(random.next() % 90).5" : ""),
                    (
                        "fields[3]",
                        random.next() % 2 == 0 ? "2025-01-0\(random.next() % 9 + 1)" : ""
                    ),
                    ("fields[4]", ["", "yes", "no"][Int(random.next() % 3)]),
                ]
            ),
            ("/asset-types", [("label", text(&random) + mark)]),
            (
                "/groceries",
                [
                    ("name", text(&random) + mark), ("quantity", "\(random.next() % 9 + 1).5"),
                    ("unit", "kg"),
                ]
            ),
            (
                "/books",
                [
                    ("title", text(&random) + mark), ("price", "\(random.next() % 90).50"),
                    ("category", "\(random.next() % 2 + 1)"),
                ]
            ),
        ]
    }

    /// The history of an item: former loans, a current one, and former values.
    private struct History: Sendable {
        let item: String
        var loans: [(fields: [(String, String)], isBack: Bool)] = []
        var values: [[(String, String)]] = []
    }

    private static func history(of item: String, _ random: inout Numbers) -> History {
        var history = History(item: item)
        for number in 0..<random.next() % 4 {
            let fields = [
                ("item", item), ("borrower", text(&random)), ("since", "2025-0\(number + 1)-11"),
                ("due", random.next() % 2 == 0 ? "2025-0\(number + 2)-03" : ""),
                ("notes", random.next() % 2 == 0 ? text(&random) + "\n" + text(&random) : ""),
            ]
            // The last one may be on loan.
            history.loans.append((fields, number < 2 || random.next() % 2 == 0))
            if history.loans.last?.isBack == false { break }
        }
        for _ in 0..<random.next() % 4 {
            let dollars = ("valueInDollars", "\(random.next() % 5_000)")
            let replacement = ("replacementValue", "\(random.next() % 900).75")
            history.values.append(
                [[dollars], [replacement], [dollars, replacement, ("quantity", "4")]][
                    Int(random.next() % 3)])
        }
        return history
    }

    private static func add(_ history: History, to imports: ImportClient) async throws {
        for (fields, isBack) in history.loans {
            let lent = try await imports.site.post("/loans", fields.map { (name: $0, value: $1) })
            let path = try #require(lent.headers[.location], "\(fields): \(lent.text)")
            guard isBack else { continue }
            #expect(try await imports.site.post(path + "/return").status == .seeOther)
        }
        let found = try await imports.site.json("/items.json?q=\(history.item)")
        let records = found["records"] as? [[String: Any]]
        let key = try #require(records?.first?["itemKey"] as? String)
        for fields in history.values { try await add("/items/\(key)", fields, to: imports) }
    }

    private static func text(_ random: inout Numbers) -> String {
        let parts = [
            "Sofa", "=1+1", "'", "''=x", "\"quoted\"", "a, b", "x;y", "Müller", "+49", "-5",
            "@home",
            "日本語", "e\u{301}", "🛋️", "007", "1.5", "\\n", "{}", "[1]",
        ]
        let count = Int(random.next() % 3) + 1
        return (0..<count).map { _ in parts[Int(random.next() % UInt64(parts.count))] }
            .joined(separator: " ")
    }

    private static func add(
        _ path: String, _ fields: [(String, String)], to imports: ImportClient
    ) async throws {
        let response = try await imports.site.post(path, fields.map { (name: $0, value: $1) })
        #expect(response.status == .seeOther, "\(fields)")
    }

    private static func exports(_ imports: ImportClient) async throws -> [String: String] {
        var exports: [String: String] = [:]
        for (list, _) in lists {
            for twin in [".csv", ".json"] {
                exports[list + twin] = try await imports.site.get(list + twin).text
            }
        }
        return exports
    }

    /// The lines of a table without values of one household: record numbers, and addresses of pictures.
    private static func columns(_ table: String?) -> [[String: String]] {
        var lines: [[String]] = [[]]
        var (cell, isQuoted) = ("", false)
        for character in table ?? "" {
            switch character {
            case "\"":
                isQuoted.toggle()
                cell.append(character)
            case ",", "\r\n":
                guard !isQuoted else {
                    cell.append(character)
                    continue
                }
                lines[lines.count - 1].append(cell)
                cell = ""
                if character == "\r\n" { lines.append([]) }
            default: cell.append(character)
            }
        }
        let names = lines[0]
        return lines.dropFirst().filter { !$0.isEmpty }.map { cells in
            Dictionary(uniqueKeysWithValues: zip(names, cells))
                .filter { !["id", "thumbnail", "items", "count"].contains($0.key) }
        }
    }

    private static func importing<Value: Sendable>(
        _ body: @Sendable (ImportClient) async throws -> Value
    ) async throws -> Value {
        try await TestSite.importing { imports, _ in
            try await body(ImportClient(site: imports.site, address: "/import"))
        }
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 29)) >> 16
        }
    }
}
