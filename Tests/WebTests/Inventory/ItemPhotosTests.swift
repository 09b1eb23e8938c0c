import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("Several photos of an item")
struct ItemPhotosTests {
    /// An item with three photos. Returns its address, and the photos.
    private static func item(_ client: InventoryClient) async throws -> (String, [Data]) {
        let path = try await client.add("Sofa")
        let photos = try (1...3).map { try TestPicture.data(seed: $0) }
        let added = try await client.upload(
            path + "/photos", files: photos.enumerated().map { ("\($0).jpg", $1) })
        #expect(added.status == .seeOther)
        return (path, photos)
    }

    private static func records(
        _ client: InventoryClient, _ path: String
    ) async throws -> [[String: Any]] {
        try #require(try await client.json(path + "/photos.json")["records"] as? [[String: Any]])
    }

    /// The originals of an item's photos, in order.
    private static func originals(
        _ client: InventoryClient, _ path: String
    ) async throws -> [Data] {
        var originals: [Data] = []
        for photo in try await records(client, path) {
            let image = try await client.get(try #require(photo["image"] as? String))
            #expect(image.headers[.contentType] == "image/jpeg")
            originals.append(Data(image.body.readableBytesView))
        }
        return originals
    }

    @Test("The first is on the list, and all are on the page, each with a large view and links")
    func adding() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let (path, photos) = try await Self.item(client)

            let item = try await client.json(path + ".json")
            let page = try await client.get(path).text
            let first = try await client.get(path + "/photo").text
            let second = try await client.get("/item-photos/2").text
            let last = try await client.get("/item-photos/3").text

            #expect(try await Self.originals(client, path) == photos)
            #expect((item["photos"] as? [[String: Any]])?.count == 3)
            #expect(page.contains("href=\"/item-photos/2\""))
            #expect(page.contains("href=\"\(path)/photo\""))
            #expect(first.contains("rel=\"next\" href=\"/item-photos/2\""))
            #expect(try await client.get("/item-photos/1").text == first)
            #expect(!first.contains("rel=\"prev\""))
            #expect(second.contains("rel=\"prev\" href=\"/item-photos/1\""))
            #expect(second.contains("Photo 2 of 3"))
            #expect(!last.contains("rel=\"next\""))
            for number in 1...3 {
                #expect(try await client.get("/item-photos/\(number)/thumbnail").status == .ok)
            }
            #expect(try site.images().count == 3)
        }
    }

    @Test("Any photo can be moved to the first or any other place, and keeps its number")
    func order() async throws {
        try await TestSite.inventory { client in
            let (path, photos) = try await Self.item(client)

            let chosen = try await client.post("/item-photos/3/position", [("move", "first")])
            let afterChoice = try await Self.originals(client, path)
            let ids = try await Self.records(client, path).map { $0["id"] as? Int }
            let back = try await client.post("/item-photos/1/position", [("toIndex", "2")])
            let afterMove = try await Self.originals(client, path)
            let image = try await client.get(path + "/image")

            #expect(chosen.headers[.location] == path + "/photos")
            #expect(afterChoice == [photos[2], photos[0], photos[1]])
            #expect(ids == [3, 1, 2])
            #expect(back.status == .seeOther)
            #expect(afterMove == [photos[2], photos[1], photos[0]])
            #expect(Data(image.body.readableBytesView) == photos[2])
        }
    }

    @Test("A deleted photo is in the trash; the next one replaces it on the list")
    func deleting() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let (path, photos) = try await Self.item(client)

            let deleted = try await client.post("/item-photos/2/delete")
            let page = try await client.get(path + "/photos", headers: deleted.sentCookie).text
            let without = try await Self.originals(client, path)
            _ = try await client.post("/item-photos/2/restore")
            let removed = try await client.post(
                path + "/image/delete", headers: InventoryClient.json)
            let rest = try await Self.originals(client, path)
            let trashed = try await client.get(path + "/photos").text

            #expect(page.contains("action=\"/item-photos/2/restore\""))
            #expect(without == [photos[0], photos[2]])
            #expect(removed.status == .ok)
            #expect(rest == [photos[1], photos[2]])
            #expect(trashed.contains("In the trash"))
            #expect(try site.images().count == 3)
        }
    }

    @Test("A photo in the trash can be deleted for good at once, with its original")
    func erasing() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let (path, photos) = try await Self.item(client)
            // A photo outside the trash stays, whatever the request.
            #expect(try await client.post("/trash/photos/2/delete").status == .notFound)
            try await client.post("/item-photos/2/delete")
            let replacing = try await client.upload(path + "/image", file: photos[2])
            #expect(replacing.status == .seeOther)
            #expect(try site.images().count == 4)
            let trash = try await client.get(path + "/photos").text
            let forms = trash.matches(of: #/action="(/trash/photos/\d+/delete)"/#).map {
                String($0.1)
            }
            #expect(forms.count == 2)

            for form in forms {
                let erased = try await client.post(form, headers: [.secFetchMode: "navigate"])
                #expect(erased.headers[.location] == path + "/photos")
                let page = try await client.get(path + "/photos", headers: erased.sentCookie)
                #expect(page.text.contains("The photo was deleted for good."))
            }

            #expect(try site.images().count == 2)
            #expect(try await Self.originals(client, path) == [photos[2], photos[2]])
            #expect(!(try await client.get(path + "/photos").text.contains("In the trash")))
            #expect(try await client.post("/item-photos/2/restore").status == .notFound)
            #expect(try await client.post(forms[0]).status == .notFound)
        }
    }

    @Test("A photo cannot be restored while its item has the maximum number of photos")
    func noRoom() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            let picture = try TestPicture.data(width: 64, height: 48)
            let files = Array(repeating: (name: "a.jpg", data: picture), count: Item.mostPhotos)
            #expect(try await client.upload(path + "/photos", files: files).status == .seeOther)
            try await client.post("/item-photos/1/delete")
            let another = try await client.upload(path + "/photos", files: [("b.jpg", picture)])
            #expect(another.status == .seeOther)

            let refused = try await client.post("/item-photos/1/restore")
            #expect(refused.status == .conflict)
            try await client.post("/item-photos/2/delete")
            #expect(try await client.post("/item-photos/1/restore").status == .seeOther)
        }
    }

    @Test("A caption describes a photo, the first one too")
    func caption() async throws {
        try await TestSite.inventory { client in
            let (path, _) = try await Self.item(client)

            let saved = try await client.post("/item-photos/1", [("caption", "The plate")])
            let page = try await client.get(path + "/photos").text
            let long = try await client.post(
                "/item-photos/1", [("caption", String(repeating: "x", count: 201))])

            #expect(saved.headers[.location] == "/item-photos/1")
            #expect(page.contains("The plate"))
            #expect(long.status == .unprocessableContent)
            #expect(long.text.contains("id=\"caption\" name=\"caption\" value=\"xxx"))
            #expect(long.text.contains("<a href=\"#caption\""))
        }
    }

    @Test("A caption stays with its photo wherever that moves")
    func movedCaption() async throws {
        try await TestSite.inventory { client in
            let (path, _) = try await Self.item(client)
            try await client.post(path, [("notes", "Bought used")])
            try await client.post("/item-photos/3", [("caption", "Serial plate")])

            try await client.post("/item-photos/3/position", [("move", "first")])

            let captions = try await Self.records(client, path).map { $0["caption"] as? String }
            #expect(captions == ["Serial plate", nil, nil])
            #expect(try await client.json(path + ".json")["notes"] as? String == "Bought used")
        }
    }

    @Test("All photos are added, or none; files that are not pictures are refused by name")
    func refusals() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await client.add("Sofa")
            let picture = try TestPicture.data()

            let refused = try await client.upload(
                path + "/photos", files: [("a.jpg", picture), ("b.pdf", Data("%PDF-1.4 x".utf8))])
            let without = try await client.post(path + "/photos")
            let nobody = try await client.get("/item-photos/9")

            #expect(refused.status == .unsupportedMediaType)
            #expect(refused.text.contains("PDF document, not a picture"))
            #expect(refused.text.contains("none of the 2 files was added"))
            #expect(without.text.contains("Photos: choose at least one file"))
            #expect(without.status == .unprocessableContent)
            #expect(nobody.status == .notFound)
            #expect(try site.images().isEmpty)
        }
    }
}
