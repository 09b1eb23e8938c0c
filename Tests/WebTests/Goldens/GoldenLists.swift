import Domain
import Foundation
import HummingbirdTesting

@testable import Web

/// Every list of a site as JSON, without values that differ in another run.
///
/// The rule: keys are `{key}`, tokens `{token}`, versions of records `{version}`; instants since the start of
/// the recording are `{time}`, and its day is `{today}`. The steps of the activity are without their
/// numbers, which depend on the store, and the changes of a step, which have no order, are sorted.
/// Everything else stays unchanged.
struct GoldenLists {
    /// The addresses of all lists. A placeholder is replaced by each record of the list before it.
    static let addresses = [
        "/activity", "/asset-types", "/book-categories", "/books", "/books/{id}/pages",
        "/customers", "/customers/{id}/everything", "/customers/{id}/sales", "/documents",
        "/favorites", "/favorites/{id}", "/groceries", "/inbox", "/invoices", "/item-fields",
        "/item-views", "/items", "/items/{itemKey}/documents", "/items/{itemKey}/photos",
        "/label-sheets", "/loans", "/locations", "/payments", "/people", "/places",
        "/places/{id}", "/products", "/products/stock", "/products/{id}/stock", "/quotes",
        "/quotes/lines", "/recents", "/report", "/sales", "/sales/days", "/sales/lines",
        "/sales/parked", "/sales/totals", "/search", "/sections", "/shop", "/stocktakes",
        "/stocktakes/{id}/sightings", "/tags", "/tasks", "/trash",
    ]

    /// The sheets of closed days, which no list contains.
    private static let days = ["/sales/days/2026-01-12", "/sales/days/2026-01-13"]

    /// The parameters with which some lists show everything on any day.
    private static func queries(_ about: GoldenHousehold.About) -> [String: String] {
        ["/activity": "perPage=200", "/search": "q=a", "/report": "asOf=\(about.ended.prefix(10))"]
    }

    let lists: [String: GoldenValue]

    private init(lists: [String: GoldenValue]) {
        self.lists = lists
    }

    /// Reads all lists, except some.
    init(
        _ client: GoldenClient, of about: GoldenHousehold.About, without left: Set<String> = []
    ) async throws {
        let rule = GoldenRule(about)
        let queries = Self.queries(about)
        func list(at address: String) async throws -> GoldenValue {
            try await client.get(address + ".json" + (queries[address].map { "?" + $0 } ?? ""))
        }
        var lists: [String: GoldenValue] = [:]
        for address in Self.addresses + Self.days where !left.contains(address) {
            guard let range = address.firstRange(of: #/\{\w+\}/#) else {
                lists[address] = rule.applied(to: try await list(at: address))
                continue
            }
            let parent = String(address[..<range.lowerBound].dropLast())
            let name = String(address[range].dropFirst().dropLast())
            for record in try await list(at: parent)["records"]?.elements ?? [] {
                guard let id = record["id"]?.words, let value = record[name] else { continue }
                let key = value.words.filter { !"“”".contains($0) }
                lists[address.replacingCharacters(in: range, with: id)] = rule.applied(
                    to: try await list(at: address.replacingCharacters(in: range, with: key)))
            }
        }
        self.lists = lists
    }

    /// The lists without the photos of items: a database gives the records of first photos other
    /// numbers.
    var withoutPhotos: GoldenLists {
        GoldenLists(lists: lists.filter { !$0.key.hasSuffix("/photos") })
    }

    // MARK: - Goldens

    /// The recorded lists of the household in euros.
    static func recorded() throws -> GoldenLists {
        GoldenLists(
            lists: try JSONDecoder().decode(
                [String: GoldenValue].self, from: Data(contentsOf: file("euro.lists"))))
    }

    /// The recorded differences of another household's lists from those in euros, by its name.
    static func recordedDifferences(of name: String) throws -> [String] {
        guard name != "euro" else { return [] }
        return try JSONDecoder().decode(
            [String].self, from: Data(contentsOf: file(name + ".differences")))
    }

    /// Records the lists of a household, or their differences from those of the one in euros.
    func record(as name: String) throws {
        if name == "euro" {
            try Self.write(lists, to: "euro.lists")
        } else {
            try Self.write(differences(from: Self.recorded()), to: name + ".differences")
        }
    }

    private static func write(_ value: some Encodable, to name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(value) + Data("\n".utf8)).write(to: file(name))
    }

    private static func file(_ name: String) -> URL {
        URL(fileURLWithPath: "\(GoldenHousehold.folder)/\(name).json")
    }

    /// The differences of these lists from a golden, one line per field.
    func differences(from golden: GoldenLists, without left: Set<String> = []) -> [String] {
        GoldenValue.object(golden.lists.filter { !left.contains($0.key) })
            .differences(of: .object(lists), at: "lists")
    }
}

/// Replaces values that differ in another run.
private struct GoldenRule {
    private let begun: String
    private let days: [String]

    init(_ about: GoldenHousehold.About) {
        // Without the Z, which sorts after the fraction of a second.
        begun = String(about.begun.dropLast())
        days = [about.begun, about.ended].map { String($0.prefix(10)) }
    }

    func applied(to value: GoldenValue) -> GoldenValue {
        switch value {
        case .text(let text): .text(applied(to: text))
        case .list(let list): .list(list.map(applied))
        case .object(let members):
            .object(
                members.reduce(into: [:]) { result, member in
                    if member.key == "id", members["changes"] != nil { return }
                    result[member.key] =
                        switch member.key {
                        case "version": .text("{version}")
                        case "changes":
                            .list(applied(to: member.value).elements.sorted { $0.words < $1.words })
                        default: applied(to: member.value)
                        }
                })
        default: value
        }
    }

    private func applied(to text: String) -> String {
        if text.wholeMatch(of: #/\d{4}-\d\d-\d\dT[\d:.]+Z/#) != nil, text >= begun {
            return "{time}"
        }
        if days.contains(text) { return "{today}" }
        return
            text
            .replacing(#/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#, with: "{key}")
            .replacing(#/\b[0-9a-f]{32}\b/#, with: "{token}")
            .replacing(#/\?v=[\w-]+/#, with: "?v={version}")
            // An instant as a page shows it: `November 28, 2026, 5:34`.
            .replacing(#/[A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d\d/#, with: "{time}")
    }
}
