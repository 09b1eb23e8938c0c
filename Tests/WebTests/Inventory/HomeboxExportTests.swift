import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The export for Homebox")
struct HomeboxExportTests {
    @Test("It has what Homebox's import reads")
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
        #expect(header.hasPrefix("HB.import_ref,HB.location,HB.labels,HB.asset_id,"))
        #expect(header.hasSuffix("HB.field.Wood"))
        for text in [
            "House / Attic", "big;old", "000-001", "\"Söfa, old\"", "250.50", "2024-03-01",
            "2027-03-01", "Oak",
        ] {
            #expect(csv.contains(text), "\(text)")
        }
    }
}
