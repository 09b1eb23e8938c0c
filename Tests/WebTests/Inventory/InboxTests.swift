import Domain
import Drawing
import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import NIOCore
import Testing

@testable import Web

@Suite("The inbox of photos")
struct InboxTests {
    @Test("Photos become drafts in order, and are in no list, sum, search or report")
    func arrival() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("valueInDollars", "90")])
            let before = try await Self.pages(client)
            let answer = try await Self.upload(client, count: 3, headers: InventoryClient.json)
            #expect(answer.status == .created)
            let drafts = try await Self.drafts(client)

            #expect(drafts.map { $0["id"] as? Int } == [1, 2, 3])
            let names = drafts.compactMap { ($0["photos"] as? [[String: Any]])?.first?["fileName"] }
            #expect(names.compactMap { $0 as? String } == ["1.jpg", "2.jpg", "3.jpg"])
            #expect(try await Self.pages(client) == before)
            let thumbnail = try await client.get("/inbox/2/thumbnail")
            #expect(thumbnail.headers[.contentType] == "image/png")
            #expect(thumbnail.body.readableBytes > 100)
            let original = try await client.get("/inbox/2/image")
            #expect(Data(original.body.readableBytesView) == (try TestPicture.data(seed: 2)))
            let page = try await client.get("/inbox").text
            #expect(page.contains("3 drafts, in no list and no sum"))
            #expect(page.matches(of: #/autofocus/#).count == 1)
        }
    }

    @Test("More photos than are open at once stay in order, each with its file and checksum")
    func many() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let count = 2 * ImageProcessor().maxConcurrent + 5
            try await Self.upload(client, count: count)
            let drafts = try await Self.drafts(client)
            let names = drafts.compactMap { ($0["photos"] as? [[String: Any]])?.first?["fileName"] }
            #expect(names.compactMap { $0 as? String } == (1...count).map { "\($0).jpg" })
            for number in [1, count / 2, count] {
                let original = try await client.get("/inbox/\(number)/image")
                #expect(
                    Data(original.body.readableBytesView) == (try TestPicture.data(seed: number)))
            }
            let images = site.configuration.dataDirectory + "/images"
            let known = try PictureChecksums(
                directory: DataDirectory(path: site.configuration.dataDirectory)
            ).read()
            for key in try site.images() {
                #expect(
                    known["images/\(key)"] == [try FileChecksum(ofFileAt: "\(images)/\(key)")])
            }
        }
    }

    @Test("A named draft becomes an item with its photo, and the next draft follows")
    func naming() async throws {
        try await TestSite.inventory { client in
            try await client.post("/locations", [("name", "Attic")])
            try await Self.upload(client, count: 3)
            let named = try await client.post(
                "/inbox/2", [("itemName", " Lamp "), ("location", "1"), ("assetType", "1")])
            #expect(named.headers[.location] == "/inbox?location=1&assetType=1&next=3")
            let page = try await client.get("/inbox?location=1&assetType=1&next=3").text
            #expect(page.contains(#/id="name-3"[^>]* autofocus/#))
            #expect(page.contains("name=\"location\" value=\"1\""))

            let items = try await client.json("/items.json")
            let item = try #require((items["records"] as? [[String: Any]])?.first)
            let key = try #require(item["itemKey"] as? String)
            #expect(item["itemName"] as? String == "Lamp")
            #expect((item["location"] as? [String: Any])?["label"] as? String == "Attic")
            let image = try await client.get("/items/\(key)/image")
            #expect(Data(image.body.readableBytesView) == (try TestPicture.data(seed: 2)))
            #expect(try await Self.drafts(client).map { $0["id"] as? Int } == [1, 3])
            #expect(try await client.get("/inbox/2/image").status == .notFound)

            // The last one leads back to the first.
            let last = try await client.post("/inbox/3", [("itemName", "Chair")])
            #expect(last.headers[.location] == "/inbox?next=1")
            let end = try await client.post("/inbox/1", [("itemName", "Sofa")])
            #expect(end.headers[.location] == "/inbox")
            #expect(try await client.names() == ["Lamp", "Chair", "Sofa"])
        }
    }

    @Test("A draft has the date of its photo, as has the item’s photo")
    func captureDate() async throws {
        try await TestSite.inventory { client in
            let dated = ("a.jpg", try PlacesClient.picture(isLocated: true))
            _ = try await Self.post(client, [dated], headers: InventoryClient.json)
            let draft = try #require(try await Self.drafts(client).first)
            let photo = try #require((draft["photos"] as? [[String: Any]])?.first)
            #expect(photo["captureDate"] as? String == "2014-07-16T03:34:45")
            #expect(try await client.get("/inbox").text.contains("Taken July 16, 2014"))

            let named = try await client.post(
                "/inbox/1", [("itemName", "Vase")], headers: InventoryClient.json)
            let key = try #require(try named.json["itemKey"] as? String)
            let photos = try await client.json("/items/\(key)/photos.json")
            let first = (photos["records"] as? [[String: Any]])?.first
            #expect(first?["captureDate"] as? String == "2014-07-16T03:34:45")
        }
    }

    @Test("A refused draft stays a draft, with the typed values and the fault")
    func refusedNames() async throws {
        try await TestSite.inventory { client in
            try await Self.upload(client, count: 2)
            for fields in [
                [("itemName", "  ")], [("itemName", String(repeating: "x", count: 201))],
                [("itemName", "Lamp"), ("location", "9")],
            ] {
                let answer = try await client.post(
                    "/inbox/2", fields.map { (name: $0.0, value: $0.1) })
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("Please fix one thing"))
            }
            #expect(try await Self.drafts(client).count == 2)
            #expect(try await client.names().isEmpty)
            let typed = try await client.post(
                "/inbox/1", [("itemName", "Lamp"), ("location", "9")])
            #expect(typed.text.contains("value=\"Lamp\""))
        }
    }

    @Test("Two drafts of one thing are merged into one item with both photos")
    func together() async throws {
        try await TestSite.inventory { client in
            try await Self.upload(client, count: 4)
            let merged = try await client.post("/inbox/3/merge", [("into", "2")])
            #expect(merged.headers[.location] == "/inbox?next=2")
            try await client.post("/inbox/4/merge", [("into", "3")])
            var drafts = try await Self.drafts(client)
            #expect(drafts.map { ($0["photos"] as? [Any])?.count } == [1, 3])
            try await client.post("/inbox/2/split")
            #expect(try await Self.drafts(client).count == 4)
            try await client.post("/inbox/3/merge", [("into", "2")])

            let named = try await client.post(
                "/inbox/2", [("itemName", "Lamp")], headers: InventoryClient.json)
            let key = try #require(try named.json["itemKey"] as? String)
            let first = try await client.get("/items/\(key)/image")
            #expect(Data(first.body.readableBytesView) == (try TestPicture.data(seed: 2)))
            let photos = try await client.json("/items/\(key)/photos.json")
            #expect((photos["records"] as? [Any])?.count == 2)
            drafts = try await Self.drafts(client)
            #expect(drafts.map { $0["id"] as? Int } == [1, 4])
            #expect(try await client.post("/inbox/1/merge", [("into", "2")]).status == .notFound)
            let itself = try await client.post("/inbox/1/merge", [("into", "1")])
            #expect(itself.status == .unprocessableContent)
            let nothing = try await client.post("/inbox/1/merge")
            #expect(nothing.status == .unprocessableContent)
        }
    }

    @Test("A discarded draft is deleted with its file")
    func deletion() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            try await Self.upload(client, count: 2)
            let images = site.configuration.dataDirectory + "/images"
            #expect(try FileManager.default.contentsOfDirectory(atPath: images).count == 2)
            let deleted = try await client.post("/inbox/1/delete")

            #expect(deleted.headers[.location] == "/inbox?next=2")
            #expect(try FileManager.default.contentsOfDirectory(atPath: images).count == 1)
            #expect(try await client.post("/inbox/1/delete").status == .notFound)
        }
    }

    @Test(
        "Inbox actions are undone with their files, unless something changed since"
    )
    func undone() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let browser: HTTPFields = [.secFetchMode: "navigate"]
            func undo(_ answer: TestResponse) async throws -> TestResponse {
                let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
                let place = try #require(answer.headers[.location])
                let page = try await client.get(place, headers: [.cookie: String(cookie)]).text
                let path = try #require(
                    page.firstMatch(of: #/action="(/inbox/changes/[0-9a-z]+/undo)"/#)?.1)
                return try await client.post(String(path))
            }
            try await Self.upload(client, count: 4)
            let before = try await client.get("/inbox.json").text

            let merged = try await undo(
                client.post("/inbox/3/merge", [("into", "2")], headers: browser))
            #expect(merged.status == .seeOther)
            #expect(try await client.get("/inbox.json").text == before)

            let deleted = try await undo(client.post("/inbox/2/delete", headers: browser))
            let again = try #require(deleted.headers[.location]?.split(separator: "=").last)
            #expect(try await Self.drafts(client).count == 4)
            let image = try await client.get("/inbox/\(again)/image")
            #expect(Data(image.body.readableBytesView) == (try TestPicture.data(seed: 2)))

            try await client.post("/inbox/4/merge", [("into", "3")])
            let order = try await Self.drafts(client).compactMap {
                ($0["photos"] as? [[String: Any]])?.compactMap { $0["fileName"] as? String }
            }
            #expect(order == [["1.jpg"], ["2.jpg"], ["3.jpg", "4.jpg"]])
            let named = try await undo(
                client.post("/inbox/3", [("itemName", "Lamp")], headers: browser))
            let number = try #require(named.headers[.location]?.split(separator: "=").last)
            #expect(try await client.names().isEmpty)
            #expect(
                try await Self.drafts(client).compactMap {
                    ($0["photos"] as? [[String: Any]])?.compactMap { $0["fileName"] as? String }
                } == order)
            let first = try await client.get("/inbox/\(number)/image")
            #expect(Data(first.body.readableBytesView) == (try TestPicture.data(seed: 3)))
            #expect(try site.images().count == 4)

            let kept = try await client.post(
                "/inbox/1", [("itemName", "Sofa")], headers: browser)
            let list = try await client.json("/items.json")["records"] as? [[String: Any]]
            let key = try #require(list?.first?["itemKey"] as? String)
            try await client.post("/items/\(key)", [("itemName", "Couch")])
            #expect(try await undo(kept).status == .conflict)
            #expect(try await client.names() == ["Couch"])
            let lent = try await client.post(
                "/inbox/\(number)", [("itemName", "Lamp")], headers: browser)
            try await client.post("/loans", [("item", "Lamp"), ("borrower", "Bob")])
            #expect(try await undo(lent).status == .conflict)
            #expect(try await client.names() == ["Couch", "Lamp"])
            let unknown = try await client.post("/inbox/changes/nothing/undo")
            #expect(unknown.status == .notFound)
        }
    }

    @Test("Files that cannot be opened are named, and the other photos are added")
    func mixedFiles() async throws {
        let site = try TestSite { $0.limits.uploadBytes = 50_000 }
        try await site.test { test in
            let client = InventoryClient(client: test)
            let good = try TestPicture.data()
            let files = [
                ("a.jpg", good), ("b.jpg", Data("no picture".utf8)),
                ("c.jpg", Data(count: 60_000)), ("d.jpg", try TestPicture.data(seed: 2)),
            ]
            #expect(good.count < 50_000)

            let told = try await Self.post(client, files, headers: InventoryClient.json)

            #expect(told.status == .created)
            let records = try told.json["records"] as? [[String: Any]]
            let warnings = try told.json["warnings"] as? [[String: Any]]
            let messages = warnings?.compactMap { $0["message"] as? String } ?? []
            #expect(records?.count == 2)
            #expect(messages.count == 2)
            #expect(messages.first?.hasPrefix("“b.jpg”: ") == true)
            #expect(messages.last?.hasPrefix("“c.jpg”: it is") == true, "\(messages)")

            var browser = HTTPFields()
            browser[.secFetchMode] = "navigate"
            let posted = try await Self.post(client, files, headers: browser)
            #expect(posted.status == .seeOther)
            let page = try await client.get("/inbox", headers: posted.sentCookie).text
            #expect(page.contains("“b.jpg”: "))
            #expect(page.contains("“c.jpg”: "))
            #expect(page.contains("4 drafts"))
            #expect(!(try await client.get("/inbox").text.contains("b.jpg")))
        }
    }

    @Test("Files of which none can be opened are refused, each with its name")
    func refusedPhotos() async throws {
        try await TestSite.inventory { client in
            let good = try TestPicture.data()
            let text = Data("no picture".utf8)
            let broken = try await Self.post(client, [("a.jpg", text), ("b.jpg", text)])
            #expect(broken.status == .unsupportedMediaType)
            #expect(broken.text.contains("“a.jpg”") && broken.text.contains("“b.jpg”"))
            let told = try await Self.post(
                client, [("a.jpg", text), ("b.jpg", text)], headers: InventoryClient.json)
            let detail = try told.json["detail"] as? String
            #expect(detail?.hasPrefix("“a.jpg”: ") == true, "\(told.text)")
            let many = try await Self.post(
                client, Array(repeating: ("a.jpg", good), count: InboxUpload.mostFiles + 1))
            #expect(many.status == .unprocessableContent)
            #expect(many.text.contains("there are 101 files; at most 100 are accepted at once"))
            let named = try await client.post("/inbox", [("photo", "a.jpg")])
            #expect(named.text.contains("as files"))
            #expect(try await Self.drafts(client).isEmpty)
        }
    }

    // MARK: - Requests

    @discardableResult
    static func upload(
        _ client: InventoryClient, count: Int, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let files = try (1...count).map { ("\($0).jpg", try TestPicture.data(seed: $0)) }
        let answer = try await post(client, files, headers: headers)
        #expect(answer.status == .seeOther || answer.status == .created)
        return answer
    }

    private static func post(
        _ client: InventoryClient, _ files: [(name: String, data: Data)],
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var body = ByteBuffer()
        for file in files {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"photo\"; ")
            body.writeString("filename=\"\(file.name)\"\r\n\r\n")
            body.writeBytes(file.data)
            body.writeString("\r\n")
        }
        body.writeString("--XYZ--\r\n")
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=XYZ"
        return try await client.client.execute(
            uri: "/inbox", method: .post, headers: headers, body: body)
    }

    private static func drafts(_ client: InventoryClient) async throws -> [[String: Any]] {
        try #require(try await client.json("/inbox.json")["records"] as? [[String: Any]])
    }

    /// The pages about items, without the parts that differ between responses.
    private static func pages(_ client: InventoryClient) async throws -> [String] {
        var pages: [String] = []
        for path in ["/items.json", "/items.csv", "/report.json", "/search.json?q=jpg"] {
            pages.append(try await client.get(path).text)
        }
        return pages
    }
}
