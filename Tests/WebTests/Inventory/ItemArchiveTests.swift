import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

@Suite("Export of items with photos and documents")
struct ItemArchiveTests {
    private static let pdf = Data(
        "%PDF-1.4\nxref\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n".utf8)

    @Test(
        "The zip file restores the same items, byte by byte, once, and the import can be undone")
    func thereAndBack() async throws {
        let photos = try (1...2).map { try TestPicture.data(seed: $0) }
        let (zip, table) = try await TestSite.importing { imports, _ in
            let client = imports.site
            try await client.post("/item-fields", [("name", "Watts"), ("kind", "number")])
            let path = try await client.add(
                "Drill", [("tags", "tools"), ("fields[1]", "750"), ("warrantyUntil", "for life")])
            try await client.add("Lamp")
            for photo in photos {
                let added = try await client.upload(path + "/photos", files: [("a.jpg", photo)])
                #expect(added.status == .seeOther)
            }
            _ = try await client.upload(
                path + "/documents", files: [("Receipt März | 1.pdf", Self.pdf)])
            let lent = try await client.post(
                "/loans",
                [("item", "A-0001"), ("borrower", "Bob"), ("since", "2026-05-01"), ("due", "")])
            #expect(lent.status == .seeOther, "\(lent.text)")
            let care = try await client.post(
                "/tasks",
                [
                    ("item", "A-0001"), ("title", "Oil it"), ("due", "2027-01-05"),
                    ("interval", "6 months"),
                ])
            #expect(care.status == .seeOther, "\(care.text)")
            let zip = try await client.get("/items.zip")
            #expect(zip.headers[.contentType] == "application/zip")
            return (Data(zip.body.readableBytesView), try await client.get("/items.csv").text)
        }

        try await TestSite.importing { imports, site in
            let everything = ImportClient(site: imports.site, address: "/import")
            let plan = try await everything.upload(zip, named: "items.zip")
            #expect(try plan.verdicts == ["new", "new"], "\(plan.text)")
            #expect(plan.text.contains("with 2 photos and 1 document"))
            let done = try await everything.confirm(plan)
            #expect(done.status == .created)
            let again = try await everything.upload(zip, named: "items.zip")
            #expect(try again.verdicts == ["unchanged", "unchanged"], "\(again.text)")

            let copy = try await imports.site.get("/items.csv").text
            #expect(Self.stable(table) == Self.stable(copy))
            let records = try #require(
                try await imports.site.json("/items.json")["records"] as? [[String: Any]])
            let key = try #require(records.first?["itemKey"] as? String)
            #expect((records.first?["fields"] as? [String: Any])?["Watts"] as? String == "750")
            #expect(records.first?["lentTo"] as? String == "Bob")
            let item = try await imports.site.json("/items/\(key).json")
            let documents = try #require(item["documents"] as? [[String: Any]])
            #expect(documents.map { $0["name"] as? String } == ["Receipt März ¦ 1.pdf"])
            #expect(documents.map { $0["kind"] as? String } == ["receipt"])
            let image = try await imports.site.get("/items/\(key)/image")
            #expect(Data(image.body.readableBytesView) == photos[0])
            let file = try await imports.site.get("/documents/1/file")
            #expect(Data(file.body.readableBytesView) == Self.pdf)
            #expect(try site.images().count == 3)

            let id = try #require(try done.json["id"] as? String)
            let undone = try await imports.site.post(
                "/imports/\(id)/undo", headers: InventoryClient.json)
            #expect(undone.status == .ok, "\(undone.text)")
            #expect(try await imports.site.names().isEmpty)
            #expect(try site.images().isEmpty)
        }
    }

    @Test("Documents with unusual names are exported and imported, also from old households")
    func oddNames() async throws {
        let odd = ["re\u{200B}ceipt\u{FEFF}.pdf", "gnp.\u{202E}fdp.pdf", "a\u{2028}b.pdf"]
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await client.add("Drill")
            for name in odd {
                // Equal bytes would be one document.
                let pdf = Self.pdf + Data("% \(name)\n".utf8)
                _ = try await client.upload(path + "/documents", files: [(name, pdf)])
            }
        }
        let household = try Household.open(site.configuration)
        try await household.container.write { context in
            let documents = try context.fetch(FetchRequest<Document>())
            try #require(documents.first { $0.name == "a b.pdf" }).name = "old\u{202E}fdp.pdf"
            try household.save(context)
        }
        try household.close()
        let zip = try await site.test { test in
            Data(
                try await InventoryClient(client: test).get("/items.zip").body.readableBytesView)
        }

        try await TestSite.importing { imports, _ in
            let everything = ImportClient(site: imports.site, address: "/import")
            let plan = try await everything.upload(zip, named: "items.zip")
            #expect(try plan.verdicts == ["new"], "\(plan.text)")
            _ = try await everything.confirm(plan)

            let documents = try #require(
                try await imports.site.json("/documents.json")["records"] as? [[String: Any]])
            #expect(
                Set(documents.compactMap { $0["name"] as? String })
                    == ["receipt.pdf", "gnp.fdp.pdf", "oldfdp.pdf"])
        }
    }

    @Test(
        "Unknown files are omitted by name, and a table alone names the missing files"
    )
    func leftOut() async throws {
        try await TestSite.importing { imports, _ in
            let everything = ImportClient(site: imports.site, address: "/import")
            let alone = try await everything.upload(
                "itemName,location,files\nSofa,House,../../etc/passwd|photo-1.jpg\n")

            #expect(try alone.verdicts == ["new"])
            #expect(alone.text.contains("in one zip file"), "\(alone.text)")
            #expect(!alone.text.contains("root:"))
        }
    }

    /// The lines of a table without values of one household.
    private static func stable(_ table: String) -> [String] {
        table.split(separator: "\r\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset != 0 && $0.offset != 8 }.map { String($0.element) }
                .joined(separator: ",")
        }
    }
}
