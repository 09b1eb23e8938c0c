import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import NIOCore
import Synchronization
import Testing

@testable import Web

struct ItemPhotoTests {
    @Test("A photo is returned unchanged, and as a thumbnail of 320 × 320")
    func upload() async throws {
        try await TestSite.inventory { client in
            let picture = try TestPicture.data()
            let created = try await client.upload("/items", [("itemName", "Sofa")], file: picture)
            let path = try #require(created.headers[.location])
            let item = try await client.json(path + ".json")
            let thumbnailPath = try #require(item["thumbnail"] as? String)

            let image = try await client.get(path + "/image")
            let thumbnail = try await client.get(thumbnailPath)

            #expect(created.status == .seeOther)
            #expect(Data(image.body.readableBytesView) == picture)
            #expect(image.headers[.contentType] == "image/jpeg")
            #expect(image.headers[.xContentTypeOptions] == "nosniff")
            #expect(image.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(
                image.headers[.contentDisposition]?.hasPrefix("inline; filename=\"Sofa.jpg\"")
                    == true)
            #expect(thumbnail.headers[.contentType] == "image/png")
            #expect(try Self.size(thumbnail.body.readableBytesView) == [320, 320])
        }
    }

    @Test("A thumbnail is cacheable for good under an address that changes with it")
    func caching() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.itemWithPhoto(client)
            let first = try await Self.thumbnailPath(client, path)

            let versioned = try await client.get(first)
            let bare = try await client.get(path + "/thumbnail")
            let tag = try #require(versioned.headers[.eTag])
            let known = try await client.get(first, headers: [.ifNoneMatch: tag])
            _ = try await client.upload(path + "/image", file: TestPicture.data(seed: 9))
            let second = try await Self.thumbnailPath(client, path)
            let outdated = try await client.get(first)

            #expect(versioned.headers[.cacheControl]?.hasSuffix("immutable") == true)
            #expect(bare.headers[.cacheControl] == "no-cache")
            #expect(known.status == .notModified)
            #expect(known.headers[.cacheControl] == versioned.headers[.cacheControl])
            #expect(first != second)
            #expect(outdated.headers[.cacheControl] == "no-cache")
            #expect(outdated.body != versioned.body)
        }
    }

    @Test("A replaced or deleted photo is in the trash, and Undo restores either")
    func replacement() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await Self.itemWithPhoto(client)
            let first = try await Self.original(client, path)
            let other = try TestPicture.data(.png, seed: 5)

            let replaced = try await client.upload(
                path + "/image", file: other, headers: [.secFetchMode: "navigate"])
            let image = try await client.get(path + "/image")
            #expect(replaced.status == .seeOther)
            #expect(replaced.headers[.location] == path)
            #expect(Data(image.body.readableBytesView) == other)
            #expect(image.headers[.contentType] == "image/png")
            let page = try await client.get(path, headers: replaced.sentCookie).text
            #expect(page.contains("The former photo is in the trash."))
            #expect(page.contains("action=\"/item-photos/1/restore\""))
            #expect(page.contains("name=\"instead\" value=\"yes\""))
            #expect(try await Self.captureDates(client, path).count == 1)

            try await client.post("/item-photos/1/restore", [("instead", "yes")])
            #expect(try await Self.original(client, path) == first)
            #expect(try await Self.captureDates(client, path).count == 1)

            let deleted = try await client.post(
                path + "/image/delete", headers: [.secFetchMode: "navigate"])
            #expect(deleted.status == .seeOther)
            #expect(try await client.get(path + "/image").status == .notFound)
            #expect(try await client.get(path + "/thumbnail").status == .notFound)
            #expect(try await client.json(path + ".json")["thumbnail"] is NSNull)
            let undo = try #require(
                try await client.get(path, headers: deleted.sentCookie).text
                    .firstMatch(of: #/action="(/item-photos/\d+/restore)"/#))
            try await client.post(String(undo.1))
            #expect(try await Self.original(client, path) == first)
            // The picture added meanwhile is still in the trash.
            #expect(try site.images().count == 2)
        }
    }

    @Test("A photo has its own date, and not that of the replaced one")
    func captureDate() async throws {
        try await TestSite.inventory { client in
            let dated = try PlacesClient.picture(isLocated: true)
            let created = try await client.upload("/items", [("itemName", "Sofa")], file: dated)
            let path = try #require(created.headers[.location])
            #expect(try await Self.captureDates(client, path) == ["2014-07-16T03:34:45"])

            _ = try await client.upload(path, file: TestPicture.data())
            #expect(try await Self.captureDates(client, path) == [nil])
            try await client.post("/item-photos/1/restore")
            #expect(try await Self.captureDates(client, path) == [nil, "2014-07-16T03:34:45"])
        }
    }

    /// The dates of an item's photos.
    private static func captureDates(
        _ client: InventoryClient, _ path: String
    ) async throws -> [String?] {
        let photos = try #require(
            try await client.json(path + "/photos.json")["records"] as? [[String: Any]])
        return photos.map { $0["captureDate"] as? String }
    }

    /// The bytes of the photo on the list.
    private static func original(_ client: InventoryClient, _ path: String) async throws -> Data {
        Data(try await client.get(path + "/image").body.readableBytesView)
    }

    @Test("A photo without its file is distinguished from an item without a photo")
    func missingFile() async throws {
        let site = try TestSite()
        let log = LogRecorder()
        let inventory = try Inventory(site.site(Household.open(site.configuration)))
        let parts: [any RouteProvider] = [
            Items(inventory: inventory), ItemImageController(inventory: inventory),
        ]
        let application = try makeApplication(
            inventory.site, parts, services: [], logger: log.logger)
        try await application.test(.router) { test in
            let client = InventoryClient(client: test)
            let path = try await Self.itemWithPhoto(client)
            let name = try #require(site.images().first)
            try FileManager.default.removeItem(
                atPath: "\(site.configuration.dataDirectory)/images/\(name)")

            let missing = try await client.get(path + "/image")
            let none = try await client.get(client.add("Lamp") + "/image")

            #expect(missing.status == .notFound)
            #expect(missing.text.contains("The file of this photo is missing"))
            #expect(none.status == .notFound)
            #expect(none.text.contains("This item has no photo"))
            let warnings = log.texts.filter { $0.hasPrefix("warning") }
            #expect(warnings == ["warning The file of a photo is missing photo=\(name)"])
        }
    }

    @Test("A recently deleted photo is not mistaken for a lost one")
    func deletedJustNow() async throws {
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        let key = UUID()
        try Data("photo".utf8).write(
            to: URL(fileURLWithPath: "\(site.configuration.dataDirectory)/images/\(key.uuidString)")
        )
        let count = Mutex(0)
        @Sendable func read() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }

        await #expect(throws: SiteError.self) {
            try await household.original {
                let number = read()
                guard number == 1 else { throw SiteError.notFound("This item has no photo") }
                return (number, UUID())
            }
        }
        let replaced = try await household.original {
            let number = read()
            return (number, number == 3 ? UUID() : key)
        }
        let lost = try await household.original { (read(), UUID()) }

        #expect(replaced.record == 4)
        #expect(replaced.file?.byteCount == 5)
        #expect(lost.file == nil)
    }

    @Test("Deleting an item for good deletes its files; in the trash it keeps them")
    func deletion() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await Self.itemWithPhoto(client)
            #expect(try site.images().count == 1)

            _ = try await client.post(path + "/delete")
            #expect(try site.images().count == 1)
            _ = try await client.post("/trash/1/delete")

            #expect(try site.images().isEmpty)
        }
    }

    @Test(
        "A file that is not a picture is refused by name",
        arguments: [
            ("%PDF-1.4 a document", 415, "This is a PDF document, not a picture"),
            ("just some words, nothing else", 415, "This is plain text, not a picture"),
            ("<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "SVG"),
            ("", 422, "The file is empty"),
        ])
    func refusals(content: String, status: Int, message: String) async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await client.add("Sofa")

            let created = try await client.upload(
                "/items", [("itemName", "Typed name")], file: Data(content.utf8))
            let replaced = try await client.upload(path + "/image", file: Data(content.utf8))
            let forProgram = try await client.upload(
                path + "/image", file: Data(content.utf8), headers: InventoryClient.json)

            for response in [created, replaced, forProgram] {
                #expect(response.status.code == status)
                #expect(response.text.contains(message))
            }
            #expect(created.text.contains("value=\"Typed name\""))
            #expect(try forProgram.faults.keys.contains("image"))
            #expect(try await client.names() == ["Sofa"])
            #expect(try site.images().isEmpty)
            #expect(try await site.hasNothingIncoming())
        }
    }

    @Test("A truncated picture is a 422 that says so")
    func cutOff() async throws {
        try await TestSite.inventory { client in
            let picture = try TestPicture.data()

            let response = try await client.upload(
                "/items", [("itemName", "Sofa")], file: picture.prefix(picture.count / 2))

            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("cut off"))
        }
    }

    @Test("Too many bytes are a 413 that states the limit, and so are too many pixels")
    func tooLarge() async throws {
        let site = try TestSite { configuration in
            configuration.limits.uploadBytes = 200_000
            configuration.limits.pixels = 1_000_000
        }
        try await site.test { test in
            let client = InventoryClient(client: test)

            let bytes = try await client.upload(
                "/items", [("itemName", "Sofa")], file: Data(repeating: 0x41, count: 300_000),
                headers: InventoryClient.json)
            let pixels = try await client.upload(
                "/items", [("itemName", "Sofa")],
                file: TestPicture.data(width: 1_400, height: 1_000), headers: InventoryClient.json)

            #expect(bytes.status == .contentTooLarge)
            #expect(try bytes.json["limit"] as? Int == 200_000)
            #expect(try bytes.json["size"] as? Int == 300_000)
            #expect(pixels.status == .contentTooLarge)
            #expect(try pixels.json["limit"] as? Int == 1_000_000)
            #expect(try await client.names().isEmpty)
        }
    }

    @Test("A file over the limit is refused with its form, which keeps what was typed")
    func oversizedFile() async throws {
        let site = try TestSite { $0.limits.uploadBytes = 200_000 }
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await client.add("Sofa")
            let file = Data(repeating: 0x41, count: 310_000)
            let typed = [("itemName", "Typed name"), ("valueInDollars", "1 200")]

            let created = try await client.upload("/items", typed, file: file)
            let edited = try await client.upload(path, typed, file: file)
            let replaced = try await client.upload(path + "/image", file: file)
            let elsewhere = try await client.upload(path + "/position", file: file)

            for page in [created, edited, replaced] {
                #expect(page.status == .contentTooLarge)
                #expect(page.text.contains("Photo: it is 310 kB; at most 200 kB are accepted"))
                #expect(page.text.contains("href=\"#image\""))
            }
            for page in [created, edited] {
                #expect(page.text.contains("value=\"Typed name\""))
                #expect(page.text.contains("value=\"1 200\""))
            }
            #expect(elsewhere.status == .contentTooLarge)
            #expect(elsewhere.text.contains("It is 310 kB; at most 200 kB are accepted."))
            #expect(try await client.names() == ["Sofa"])
            #expect(try await site.hasNothingIncoming())
        }
    }

    @Test("The photo of a refused form is stored until the form is sent again")
    func staging() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let picture = try TestPicture.data()

            let refused = try await client.upload(
                "/items", [("itemName", "Sofa"), ("valueInDollars", "x")], file: picture,
                named: "my sofa.jpg")
            let token = try #require(
                refused.text.firstMatch(of: #/name="imageToken" value="([0-9a-f]{32})"/#)
                    .map { String($0.1) })
            let again = try await client.post(
                "/items",
                [("itemName", "Sofa"), ("valueInDollars", "x"), ("imageToken", token)])
            let saved = try await client.post(
                "/items", [("itemName", "Sofa"), ("imageToken", token)])
            let path = try #require(saved.headers[.location])
            let image = try await client.get(path + "/image")
            let reused = try await client.post(
                "/items", [("itemName", "Second"), ("imageToken", token)])

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("my sofa.jpg"))
            #expect(again.text.contains("value=\"\(token)\""))
            #expect(saved.status == .seeOther)
            #expect(Data(image.body.readableBytesView) == picture)
            #expect(reused.status == .unprocessableContent)
            #expect(reused.text.contains("choose it again"))
        }
    }

    @Test("A photo form without a photo is refused")
    func missing() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")

            let none = try await client.post(path + "/image")
            let text = try await client.post(path + "/image", [("image", "sofa.jpg")])

            #expect(none.status == .unprocessableContent)
            #expect(text.status == .unprocessableContent)
            #expect(text.text.contains("-F image=@photo.jpg"))
        }
    }

    @Test("An edit with a photo replaces it, and one without keeps it")
    func edit() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.itemWithPhoto(client)
            let before = try await client.get(path + "/image").body

            _ = try await client.post(path, [("itemName", "Couch")])
            #expect(try await client.get(path + "/image").body == before)

            let other = try TestPicture.data(seed: 3)
            _ = try await client.upload(path, [("itemName", "Divan")], file: other)
            let after = try await client.get(path + "/image")
            #expect(Data(after.body.readableBytesView) == other)
            #expect(try await client.names("/items.json?hasImage=yes") == ["Divan"])
        }
    }

    // MARK: - Photos

    private static func itemWithPhoto(_ client: InventoryClient) async throws -> String {
        let response = try await client.upload(
            "/items", [("itemName", "Sofa")], file: TestPicture.data())
        return try #require(response.headers[.location])
    }

    private static func thumbnailPath(
        _ client: InventoryClient, _ path: String
    ) async throws -> String {
        try #require(try await client.json(path + ".json")["thumbnail"] as? String)
    }

    /// The width and height in the header of a PNG file.
    private static func size(_ bytes: some Collection<UInt8>) throws -> [Int] {
        let bytes = Array(bytes)
        try #require(bytes.count > 24 && bytes[1...3].elementsEqual("PNG".utf8))
        return [16, 20].map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}

extension TestSite {
    /// The names of the originals.
    func images() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: configuration.dataDirectory + "/images")
    }

    /// The names of unfinished uploads.
    /// Uploads are removed at the end of their request, which may be after its response.
    fileprivate func hasNothingIncoming() async throws -> Bool {
        for _ in 0..<6_000 where try !incoming().isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        return try incoming().isEmpty
    }

    private func incoming() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: configuration.dataDirectory + "/incoming")
    }
}
