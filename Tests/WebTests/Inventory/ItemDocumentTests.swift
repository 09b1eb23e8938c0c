import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("Documents of items")
struct ItemDocumentTests {
    private static let pdf = Data(
        "%PDF-1.4\nxref\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n".utf8)

    /// An item with a receipt. Returns the address of the item.
    private static func item(_ client: InventoryClient) async throws -> String {
        let path = try await client.add("Sofa")
        let added = try await client.upload(
            path + "/documents", files: [("Receipt März.pdf", pdf)])
        #expect(added.status == .seeOther)
        #expect(added.headers[.location] == path + "/documents")
        return path
    }

    @Test("A document is returned byte by byte, with headers that prevent execution")
    func upload() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await Self.item(client)

            let page = try await client.get(path).text
            let list = try await client.get(path + "/documents").text
            let item = try await client.json(path + ".json")
            let document = try await client.json("/documents/1.json")
            let file = try await client.get("/documents/1/file")
            let tag = try #require(file.headers[.eTag])
            let known = try await client.get("/documents/1/file", headers: [.ifNoneMatch: tag])

            #expect(Data(file.body.readableBytesView) == Self.pdf)
            #expect(file.headers[.contentType] == "application/pdf")
            #expect(file.headers[.xContentTypeOptions] == "nosniff")
            #expect(file.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            let disposition = file.headers[.contentDisposition] ?? ""
            #expect(disposition.contains("filename*=UTF-8''Receipt%20M%C3%A4rz.pdf"))
            #expect(known.status == .notModified)
            #expect(document["kind"] as? String == "receipt")
            #expect(document["mediaType"] as? String == "application/pdf")
            #expect(document["byteCount"] as? Int == Self.pdf.count)
            #expect((document["sha256"] as? String)?.count == 64)
            #expect((item["documents"] as? [[String: Any]])?.count == 1)
            for text in [page, list] {
                #expect(text.contains("Receipt März.pdf"))
                #expect(text.contains("Receipt · PDF, \(Self.pdf.count) bytes"))
            }
            #expect(try site.images().count == 1)
        }
    }

    @Test("Several documents are added at once, or none")
    func several() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await client.add("Sofa")
            let picture = try TestPicture.data()

            let added = try await client.upload(
                path + "/documents", [("kind", "warranty")],
                files: [("a.pdf", Self.pdf), ("b.jpg", picture)], headers: InventoryClient.json)
            let refused = try await client.upload(
                path + "/documents",
                files: [("c.pdf", Self.pdf), ("d.zip", Data("PK\u{3}\u{4}zip archive".utf8))],
                headers: InventoryClient.json)
            let page = try await client.upload(
                path + "/documents", files: [("e.txt", Data("some words, nothing else".utf8))])
            let records = try #require(
                try await client.json(path + "/documents.json")["records"] as? [[String: Any]])
            let thumbnail = try await client.get("/documents/2/thumbnail")

            #expect(added.status == .created)
            #expect(refused.status == .unsupportedMediaType)
            let fault = try refused.faults["file"] ?? ""
            #expect(fault.contains("PDF documents and pictures are kept"))
            #expect(page.status == .unsupportedMediaType)
            #expect(page.text.contains("This is plain text; PDF documents and pictures are kept."))
            #expect(records.compactMap { $0["name"] as? String } == ["a.pdf", "b.jpg"])
            #expect(records.compactMap { $0["kind"] as? String } == ["warranty", "warranty"])
            #expect(thumbnail.headers[.contentType] == "image/png")
            #expect(try site.images().count == 2)
        }
    }

    @Test("A truncated document is neither a receipt nor evidence")
    func cutOff() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            for bytes in [Self.pdf.prefix(8), Self.pdf.prefix(40)] {
                let refused = try await client.upload(
                    path + "/documents", files: [("Receipt.pdf", Data(bytes))])

                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("The PDF document is cut off: its end is missing."))
            }
            let item = try await client.json(path + ".json")
            let report = try await client.get("/report").text

            #expect((item["documents"] as? [[String: Any]])?.isEmpty == true)
            #expect(report.contains("Sofa</a>, not valued: "))
            #expect(report.contains(", document</li>"))
        }
    }

    @Test("A document is named as its file, without invisible characters")
    func names() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            for name in [
                "re\u{200B}ceipt\u{FEFF}.pdf", "receipt.\u{202E}fdp.exe",
                "C:\\rechnung\\re\u{301}cu.pdf",
                "\u{2066}\u{200B}",
            ] {
                let added = try await client.upload(
                    path + "/documents", files: [(name, Self.pdf)])
                #expect(added.status == .seeOther)
            }

            let records = try #require(
                try await client.json(path + "/documents.json")["records"] as? [[String: Any]])
            let file = try await client.get("/documents/2/file")

            let names = records.compactMap { $0["name"] as? String }
            #expect(names == ["receipt.pdf", "receipt.fdp.exe", "r\u{E9}cu.pdf", "PDF document"])
            #expect(
                records.compactMap { $0["kind"] as? String } == [
                    "receipt", "receipt", "other", "other",
                ])
            #expect(
                file.headers[.contentDisposition]
                    == "inline; filename=\"receipt.fdp.exe\"; filename*=UTF-8''receipt.fdp.exe")
        }
    }

    @Test(
        "Invalid documents are refused at their field",
        arguments: [("kind", "bill"), ("name", String(repeating: "x", count: 201))])
    func refusals(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")

            let refused = try await client.upload(
                path + "/documents", [(field, value)], files: [("a.pdf", Self.pdf)])
            let without = try await client.post(path + "/documents", [("file", "a.pdf")])
            let nobody = try await client.upload(
                "/items/\(UUID())/documents", files: [("a.pdf", Self.pdf)])

            #expect(refused.status == .unprocessableContent)
            #expect(without.status == .unprocessableContent)
            #expect(without.text.contains("curl: -F file=@receipt.pdf"))
            #expect(nobody.status == .notFound)
        }
    }

    @Test("A deleted document is in the trash, and can be restored")
    func trash() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await Self.item(client)

            let deleted = try await client.post("/documents/1/delete")
            let after = try await client.get(path + "/documents", headers: deleted.sentCookie).text
            let gone = try await client.get("/documents/1")
            let file = try await client.get("/documents/1/file")
            let restored = try await client.post("/documents/1/restore")
            let again = try await client.post("/documents/1/restore")

            #expect(deleted.headers[.location] == path + "/documents")
            #expect(after.contains("action=\"/documents/1/restore\""))
            #expect(after.contains("In the trash"))
            #expect(gone.status == .notFound)
            #expect(file.status == .notFound)
            #expect(restored.status == .seeOther)
            #expect(again.status == .notFound)
            #expect(try await client.get("/documents/1/file").status == .ok)
            #expect(try site.images().count == 1)
        }
    }

    @Test("A document in the trash can be deleted for good at once, with its file")
    func erasing() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await Self.item(client)
            #expect(try await client.post("/trash/documents/1/delete").status == .notFound)
            try await client.post("/documents/1/delete")
            let trash = try await client.get(path + "/documents").text
            #expect(trash.contains("action=\"/trash/documents/1/delete\""))

            let erased = try await client.post("/trash/documents/1/delete")

            #expect(erased.headers[.location] == path + "/documents")
            #expect(try site.images().isEmpty)
            #expect(try await client.post("/documents/1/restore").status == .notFound)
            #expect(try await client.post("/trash/documents/1/delete").status == .notFound)
        }
    }

    @Test("Documents of all items are listed, filtered, renamed and ordered")
    func list() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.item(client)
            _ = try await client.upload(path + "/documents", files: [("manual.pdf", Self.pdf)])

            let all = try await client.json("/documents.json")
            let receipts = try await client.json("/documents.json?kind=receipt&q=sofa")
            let csv = try await client.get("/documents.csv").text
            let renamed = try await client.post(
                "/documents/1", [("name", "Bill"), ("kind", "other")])
            let moved = try await client.post("/documents/2/position", [("move", "up")])
            let ordered = try #require(
                try await client.json(path + "/documents.json")["records"] as? [[String: Any]])
            let page = try await client.get("/documents/1").text
            let refused = try await client.post("/documents/2/position", [("move", "over")])

            #expect(all["total"] as? Int == 2)
            #expect(receipts["total"] as? Int == 1)
            #expect(csv.contains("manual.pdf"))
            #expect(renamed.status == .seeOther)
            #expect(moved.headers[.location] == path + "/documents")
            #expect(ordered.compactMap { $0["name"] as? String } == ["manual.pdf", "Bill"])
            #expect(page.contains("SHA-256"))
            #expect(page.contains(path))
            #expect(refused.status == .unprocessableContent)
        }
    }

    @Test("Documents of an item in the trash are hidden until it is restored")
    func itemInTrash() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.item(client)

            _ = try await client.post(path + "/delete")
            let gone = try await client.get("/documents/1/file").status
            let total = try await client.json("/documents.json")["total"] as? Int
            _ = try await client.post("/trash/1/restore")

            #expect(gone == .notFound)
            #expect(total == 0)
            #expect(try await client.get("/documents/1/file").status == .ok)
        }
    }
}
