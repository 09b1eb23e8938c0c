import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The export for Homebox")
struct HomeboxExportTests {
    @Test("It has the columns that Homebox’s import reads")
    func columns() async throws {
        let csv = try await TestSite.inventory { client in
            for (name, parent) in [("House", ""), ("Attic", "1")] {
                try await client.post("/locations", [("name", name), ("parent", parent)])
            }
            try await client.post("/item-fields", [("name", "Wood"), ("kind", "text")])
            try await client.add(
                "Söfa, old",
                [
                    ("location", "2"), ("tags", "big, old"), ("quantity", "2"),
                    ("serialNumber", "S-1"), ("manufacturer", "Acme"), ("modelNumber", "M1"),
                    ("purchaseDate", "2024-03-01"), ("purchasePrice", "250.50"),
                    ("seller", "Shop"), ("warrantyUntil", "2027-03-01"), ("notes", "Note"),
                    ("valueInDollars", "200"), ("fields[1]", "Oak"),
                ])
            let own = try await client.get("/items.csv").text
            #expect(own.contains("fields.Wood"))
            let answer = try await client.get("/items.homebox.csv")
            #expect(answer.headers[.contentType]?.hasPrefix("text/csv") == true)
            let refused = try await client.get("/items.homebox.csv?sort=x")
            #expect(refused.status.code >= 400 && refused.status.code < 500)
            return answer.text
        }
        let header = csv.split(separator: "\r\n")[0]
        #expect(header.hasPrefix("HB.import_ref,HB.parent_import_ref,HB.location,HB.tags,"))
        #expect(header.hasSuffix("HB.field.Wood"))
        for text in [
            "House / Attic", "big;old", "000-001", "\"Söfa, old\"", "250.50", "2024-03-01",
            "2027-03-01", "Oak",
        ] {
            #expect(csv.contains(text), "\(text)")
        }
    }

    @Test("Importing the export, and exporting again, restores the same file")
    func thereAndBack() async throws {
        let first = try await TestSite.importing { imports, _ in
            let client = imports.site
            try await client.post("/locations", [("name", "House")])
            try await client.post("/locations", [("name", "Attic"), ("parent", "1")])
            try await client.post("/item-fields", [("name", "Wood"), ("kind", "text")])
            try await client.post("/item-fields", [("name", "Watts"), ("kind", "number")])
            try await client.add(
                "Case",
                [
                    ("location", "2"), ("tags", "big, old"), ("quantity", "2"),
                    ("serialNumber", "S-1"), ("manufacturer", "Acme"), ("modelNumber", "M1"),
                    ("purchaseDate", "2024-03-01"), ("purchasePrice", "250.50"),
                    ("seller", "Shop"), ("warrantyUntil", "for life"), ("notes", "One\nTwo"),
                    ("valueInDollars", "200"), ("assetType", "1"), ("insurance", "Acme 12"),
                    ("replacementValue", "300.25"), ("fields[1]", "Oak"), ("fields[2]", "7.5"),
                ])
            try await client.add(
                "Drill", [("container", "A-0001"), ("warrantyUntil", "2031-03-01")])
            return try await client.get("/items.homebox.csv").text
        }
        let second = try await TestSite.importing { imports, _ in
            let everything = ImportClient(site: imports.site, address: "/import")
            try await everything.importing(first)
            let again = try await everything.upload(first)
            #expect(try again.verdicts == ["unchanged", "unchanged"], "\(again.text)")
            let fields = try await imports.site.json("/item-fields.json")["records"]
            let kinds = try #require(fields as? [[String: Any]]).map { $0["kind"] as? String }
            #expect(kinds == ["text", "number"] || kinds == ["number", "text"])
            return try await imports.site.get("/items.homebox.csv").text
        }
        #expect(Self.cells(first) == Self.cells(second))
    }

    /// The cells of each line by column name.
    private static func cells(_ csv: String) -> [[String: String]] {
        let lines = csv.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }
}
