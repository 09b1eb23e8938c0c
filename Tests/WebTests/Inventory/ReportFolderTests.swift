import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

@Suite("The report as a folder")
struct ReportFolderTests {
    /// A folder that is deleted at the end of the test.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "report-\(UUID())"

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func text(_ file: String) throws -> String {
            try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
        }
    }

    private static let pdf = Data(
        "%PDF-1.4\nxref\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n".utf8)

    /// A site with a sofa, its two photos and a receipt, and a hat without values.
    private static func fill(_ client: InventoryClient) async throws -> [Data] {
        let path = try await client.add(
            "Sofa <old>", [("valueInDollars", "120"), ("insurance", "Mutual 12")])
        let photos = try [1, 2].map { try TestPicture.data(seed: $0) }
        _ = try await client.upload(
            path + "/photos", files: [("a.jpg", photos[0]), ("b.jpg", photos[1])])
        _ = try await client.upload(path + "/documents", files: [("Receipt.pdf", pdf)])
        try await client.add("Hat")
        return photos
    }

    /// Fills a site, closes it, and writes the report of its household.
    private static func write(
        _ scope: ReportScope = ReportScope(), to folder: Folder,
        damaging damage: (String) throws -> Void = { _ in }
    ) async throws -> (outcome: ReportFolder.Outcome, photos: [Data]) {
        let site = try TestSite()
        let photos = try await site.test { try await fill(InventoryClient(client: $0)) }
        try damage(site.configuration.dataDirectory)
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        return (try ReportFolder(household, scope).write(to: folder.path), photos)
    }

    @Test("It has a page, the originals, the documents, a CSV file, and the checksum of each")
    func contents() async throws {
        let folder = try Folder()

        let (outcome, photos) = try await Self.write(ReportScope(owner: "Ada"), to: folder)

        let page = try folder.text("index.html")
        #expect(outcome.itemCount == 2)
        #expect(outcome.missing.isEmpty)
        #expect(
            outcome.paths == [
                "files/A-0001/photo-1-small.png", "files/A-0001/photo-1.jpg",
                "files/A-0001/photo-2-small.png", "files/A-0001/photo-2.jpg",
                "files/A-0001/receipt-1.pdf", "index.html", "items.csv", "report.css",
                "SHA256SUMS",
            ])
        for (number, photo) in photos.enumerated() {
            let path = "\(folder.path)/files/A-0001/photo-\(number + 1).jpg"
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == photo)
        }
        for text in [
            "Sofa &lt;old&gt;", "<p dir=\"auto\">Ada</p>", "Insured by: Mutual 12",
            "href=\"files/A-0001/photo-2.jpg\"", "href=\"files/A-0001/receipt-1.pdf\"",
            "Receipt: Receipt.pdf", "2 items, worth $120",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("http"))
        #expect(try folder.text("items.csv").contains("files/A-0001/receipt-1.pdf"))
        // Every address in the page is a file in the folder.
        for match in page.matches(of: /(?:href|src)="([^"#]+)"/) {
            #expect(outcome.paths.contains(String(match.1)), "\(match.1)")
        }
    }

    @Test("The report’s page names the documents of each item as in the folder")
    func page() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.fill(client)

            let page = try await client.get("/report").text
            let groups = try await client.json("/report.json")["groups"] as? [[String: Any]]
            let then = try await client.get("/report?asOf=2001-01-01").text

            #expect(page.contains("<a href=\"/documents/1/file\">Receipt: Receipt.pdf</a>"))
            #expect(page.components(separatedBy: "Receipt: ").count == 2)
            #expect(!then.contains("Receipt: "))
            let items = (groups ?? []).flatMap { $0["items"] as? [[String: Any]] ?? [] }
            let documents = items.map { $0["documents"] as? [[String: Any]] ?? [] }
            #expect(documents.map(\.count).sorted() == [0, 1])
            let document = documents.first { !$0.isEmpty }?.first
            #expect(document?["kind"] as? String == "receipt")
            #expect(document?["name"] as? String == "Receipt.pdf")
        }
    }

    @Test("A verification names changed, missing and added files")
    func verification() async throws {
        let folder = try Folder()
        _ = try await Self.write(to: folder)
        let sound = try ReportVerification(of: folder.path)
        func url(_ path: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(path)") }

        try Data("$1,000,000".utf8).write(to: url("index.html"))
        try FileManager.default.removeItem(at: url("files/A-0001/photo-2.jpg"))
        try Data("x".utf8).write(to: url("files/yacht.jpg"))
        let found = try ReportVerification(of: folder.path)
        try Data("../../etc/passwd\n".utf8).write(to: url("SHA256SUMS"))
        let odd = try ReportVerification(of: folder.path)
        try FileManager.default.removeItem(at: url("SHA256SUMS"))
        let none = try ReportVerification(of: folder.path)

        #expect(sound.faults == [])
        #expect(sound.comparedCount == 8)
        #expect(
            found.faults == [
                "files/A-0001/photo-2.jpg is missing.", "index.html was changed.",
                "files/yacht.jpg is not in the list.",
            ])
        #expect(odd.faults.first == "Line 1 of SHA256SUMS is not a checksum.")
        #expect(none.faults == ["There is no SHA256SUMS in \(folder.path)."])
    }

    @Test("A photo with a missing file is reported, and the report is complete otherwise")
    func missingOriginal() async throws {
        let folder = try Folder()

        let (outcome, _) = try await Self.write(to: folder) { data in
            let images = "\(data)/images"
            for name in try FileManager.default.contentsOfDirectory(atPath: images) {
                try FileManager.default.removeItem(atPath: "\(images)/\(name)")
            }
        }

        #expect(outcome.missing == ["Sofa <old>", "Sofa <old>", "Sofa <old>"])
        #expect(try folder.text("index.html").contains("Photo 1: the file is missing"))
    }

    @Test("A photo that is deleted while the folder is written is in it, or reported missing")
    func deletedMeanwhile() async throws {
        let site = try TestSite()
        let photos = try await site.test { try await Self.fill(InventoryClient(client: $0)) }
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        let folder = try Folder()
        let keys = try await household.container.read { context in
            try Item.latest(5, in: context).flatMap { $0.photos.compactMap(\.key) }
        }
        let key = try #require(keys.first { household.itemImages.path(of: $0) != nil })
        for isLinked in [true, false] {
            var writer = ReportFolderWriter(folder.path)
            let original = try #require(household.itemImages.path(of: key))
            let kept = folder.path + "-kept"
            let path = try writer.take(key, of: household.itemImages, isLinked: isLinked) { end in
                #expect(rename(original, kept) == 0)
                return "files/\(isLinked).\(end)"
            }
            let gone = try writer.take(key, of: household.itemImages, isLinked: isLinked) { $0 }
            #expect(rename(kept, original) == 0)

            #expect(path == "files/\(isLinked).jpg")
            #expect(gone == nil)
            let taken = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(path ?? "")"))
            #expect(photos.contains(taken))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["files"])
    }

    @Test("Items from after the day of a report are omitted")
    func asOf() async throws {
        let folder = try Folder()
        let day = try CalendarDay(parsing: "2001-01-01")

        let (outcome, _) = try await Self.write(ReportScope(day: day), to: folder)

        #expect(outcome.itemCount == 0)
        #expect(outcome.paths == ["index.html", "items.csv", "report.css", "SHA256SUMS"])
    }

    @Test("It can be downloaded as a zip file, and no temporary files are left")
    func download() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let photos = try await Self.fill(client)

            let page = try await client.get("/report?owner=Ada").text
            let zip = try await client.get("/report.zip?owner=Ada")
            let refused = try await client.get("/report.zip?by=color")

            #expect(page.contains("href=\"/report.zip?owner=Ada\""))
            #expect(zip.status == .ok)
            #expect(zip.headers[.contentType] == "application/zip")
            #expect(
                zip.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"inventory-2")
                    == true)
            let bytes = Data(zip.body.readableBytesView)
            #expect(bytes.starts(with: Data("PK".utf8)))
            for name in ["index.html", "SHA256SUMS", "files/A-0001/receipt-1.pdf"] {
                #expect(bytes.range(of: Data("/\(name)".utf8)) != nil, "\(name)")
            }
            #expect(bytes.count > photos[0].count + photos[1].count)
            #expect(refused.status == .unprocessableContent)
            let incoming = site.configuration.dataDirectory + "/incoming"
            #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
        }
    }
}
