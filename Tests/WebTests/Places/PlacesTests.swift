import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import NIOCore
import Testing

@testable import Web

struct PlacesTests {
    @Test("Places are listed by name with their photos, as a page, as JSON and as CSV")
    func lists() async throws {
        try await TestSite.places(["Rome/b.jpg", "Rome/a.jpg", "Élan/c.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 2)

            #expect(try await client.names("/places.json") == ["Élan", "Rome"])
            #expect(try await client.names("/places.json?q=elan") == ["Élan"])
            #expect(
                try await client.names("/places.json?sort=-name") == ["Rome", "Élan"])
            #expect(
                try await client.names("/places.json?predicate=photos.%40count+%3E+1") == ["Rome"])
            let page = try await client.get("/places")
            #expect(page.status == .ok)
            #expect(page.text.contains("href=\"/places/\(rome)\""))
            #expect(page.text.contains("2 photos"))
            let table = try await client.get("/places.csv").text.split(separator: "\r\n")
            #expect(table.first == "id,name,source,hasFavorites,photos")
            #expect(table.contains("\(rome),Rome,folder,no,2"))
            #expect(try await client.titles("/places/\(rome).json") == ["a.jpg", "b.jpg"])
            let second = try await client.get("/places/\(rome)?perPage=1&page=2")
            #expect(second.text.contains("b.jpg"))
            #expect(!second.text.contains("a.jpg"))
            #expect(second.text.contains("rel=\"prev\""))
        }
    }

    @Test("An album is created by name, with a folder; invalid names are refused")
    func newAlbum() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            #expect(try await client.get("/places").text.contains("href=\"/places/new\""))
            #expect(try await client.get("/places/new").text.contains("name=\"name\""))

            let made = try await client.post("/places", [("name", "Italy / Rome")])

            #expect(made.status == .seeOther)
            let path = try #require(made.headers[.location])
            #expect(try await client.get(path).text.contains("Italy / Rome"))
            let folder = site.configuration.dataDirectory + "/photos/Italy/Rome"
            #expect(FileManager.default.fileExists(atPath: folder))
            let json = try await client.post(
                "/places", [("name", "Lyon")], headers: InventoryClient.json)
            #expect(json.status == .created)
            #expect(try json.json["name"] as? String == "Lyon")
            for name in ["Lyon", "", "..", ".hidden", "a/b", String(repeating: "x", count: 300)] {
                let refused = try await client.post("/places", [("name", name)])
                #expect(refused.status == .unprocessableContent, "\(name)")
                #expect(refused.text.contains("value=\"\(name)\""), "\(name)")
            }
        }
    }

    @Test("An empty folder shows instructions, and its path to owners only")
    func beginning() async throws {
        try await TestSite.places([]) { client in
            try await client.until {
                try await client.get("/places").text.contains(">Add photos</a>")
            }

            let page = try await client.get("/places").text
            let start = #/href="(\/places\/[0-9]+)">Add photos</#
            let place = try #require(page.firstMatch(of: start).map { String($0.1) })
            let names = try await client.names("/places.json")
            _ = try await client.upload(place + "/photos", [("a.jpg", TestPicture.data())])

            #expect(page.contains("Where you have been"))
            #expect(names.isEmpty)
            #expect(page.contains(client.folder))
            #expect(try await client.names("/places.json") == ["Unsorted"])
        }
    }

    @Test("An empty list of favorites links to viewed photos")
    func viewedAlone() async throws {
        try await TestSite.places(["Rome/a.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let before = try await client.get("/favorites").text
            #expect(!before.contains("show=all"))
            let photo = try await client.photo("a.jpg", in: rome)
            try await client.post("/photos/\(photo)/views")

            let page = try await client.get("/favorites").text

            #expect(page.contains("No favorites yet"))
            #expect(page.contains("/favorites?show=all"))
        }
    }

    @Test("Importing an export changes nothing, and creates its folders elsewhere")
    func exported() async throws {
        let names = ["Élan", "Rome / Forum"]
        let twins = [".csv", ".json"]
        let exports = try await TestSite.places(["Rome/Forum/a.jpg", "Élan/c.jpg"]) { client in
            _ = try await client.place("Rome / Forum", photos: 1)
            let imports = ImportClient(site: client.inventory, address: "/import")
            var exports: [String] = []
            for twin in twins {
                let export = try await client.get("/places" + twin).text
                let plan = try await imports.upload(export)
                let verdicts = try plan.verdicts
                #expect(verdicts == Array(repeating: "unchanged", count: 2), "\(plan.text)")
                exports.append(export)
            }
            return exports
        }
        for export in exports {
            try await TestSite.places([]) { client in
                let imports = ImportClient(site: client.inventory, address: "/import")
                try await imports.importing(export)
                let found = try await client.names("/places.json")
                #expect(found == names)
                #expect(
                    FileManager.default.fileExists(atPath: client.folder + "/Rome/Forum"))
            }
        }
    }

    private static let badAddresses: [(uri: String, status: Int)] = [
        ("/places?sort=age", 422), ("/places.json?page=0", 422), ("/places.csv?x=1", 422),
        ("/places?predicate=nmae+%3D%3D+1", 422), ("/recents?predicate=%28", 422),
        ("/favorites?show=some", 422), ("/places/1?isFavorite=perhaps", 422),
        ("/places/999", 404), ("/places/999.json", 404), ("/places/999.csv", 404),
        ("/places/x", 404), ("/favorites/999", 404), ("/photos/999", 404),
        ("/photos/999.json", 404), ("/photos/999/image", 404),
        ("/photos/999/thumbnail", 404), ("/photos/0", 404),
    ]

    @Test("Invalid parameters are refused, and missing records are not found")
    func refusals() async throws {
        try await TestSite.places(["a.jpg"]) { client in
            _ = try await client.place("Unsorted", photos: 1)

            for (uri, status) in Self.badAddresses {
                #expect(try await client.get(uri).status.code == status, "\(uri)")
            }
        }
    }

    @Test("A photo’s page has date, camera and position; lists and thumbnails have no position")
    func photo() async throws {
        try await TestSite.places(["Rome/a.jpg", "Rome/located.jpg", "Rome/z.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 3)
            let photo = try await client.photo("located.jpg", in: rome)
            try await client.until {
                try await client.inventory.json("/photos/\(photo).json")["camera"] is String
            }

            let page = try await client.get("/photos/\(photo)").text
            #expect(page.contains("July 16, 2014, 03:34"))
            #expect(page.contains("Acme One"))
            #expect(page.contains("48.85823° N, 2.29450° W"))
            #expect(page.contains("https://www.openstreetmap.org/?mlat=48.85823&amp;mlon=-2.29450"))
            #expect(page.contains("2 of 3"))
            let neighbors = try await [
                client.photo("a.jpg", in: rome), client.photo("z.jpg", in: rome),
            ]
            #expect(page.contains("rel=\"prev\" href=\"/photos/\(neighbors[0])\""))
            #expect(page.contains("rel=\"next\" href=\"/photos/\(neighbors[1])\""))
            let json = try await client.inventory.json("/photos/\(photo).json")
            #expect(json["takenAt"] as? String == "2014-07-16T03:34:45")
            #expect(json["latitude"] as? Double ?? 0 > 48.8)
            #expect((json["place"] as? [String: Any])?["label"] as? String == "Rome")
            let record = try #require(
                try await client.records("/places/\(rome).json?q=located").first)
            #expect(record["latitude"] == nil)
            let table = try await client.get("/places/\(rome).csv")
            #expect(!table.text.contains("48.858"))
            #expect(table.headers[.contentDisposition]?.contains("places-\(rome).csv") == true)
            for path in [
                "/model/Photo.json", "/model/Photo.csv", "/model/Photo/\(photo).json",
                "/model/Photo/\(photo)", "/model/Photo",
            ] {
                let model = try await client.get(path)
                #expect(model.text.contains("located"), "\(path)")
                #expect(!model.text.contains("48.858"), "\(path)")
            }
            let thumbnail = try await client.get(try #require(json["thumbnail"] as? String))
            #expect(thumbnail.headers[.contentType] == "image/png")
            #expect(thumbnail.headers[.cacheControl]?.contains("immutable") == true)
            let known = try await client.get(
                try #require(json["thumbnail"] as? String),
                headers: [.ifNoneMatch: try #require(thumbnail.headers[.eTag])])
            #expect(known.status == .notModified)
            #expect(known.headers[.cacheControl] == thumbnail.headers[.cacheControl])
            let sent = try await PlacesClient.details(of: thumbnail)
            #expect(sent.position == nil && sent.camera == nil && sent.takenAt == nil)
            #expect(thumbnail.body.readableBytesView.firstRange(of: "eXIf".utf8) == nil)
            let image = try await client.get("/photos/\(photo)/image")
            #expect(try await PlacesClient.details(of: image).position != nil)
            let original = try Data(
                contentsOf: URL(fileURLWithPath: client.folder + "/Rome/located.jpg"))
            #expect(Data(image.body.readableBytesView) == original)
            #expect(image.headers[.contentType] == "image/jpeg")
            let tag = try #require(image.headers[.eTag])
            #expect(
                try await client.get(
                    "/photos/\(photo)/image", headers: [.ifNoneMatch: tag]
                ).status == .notModified)
        }
    }

    @Test("A photo is marked and unmarked, and its place reflects it")
    func favorites() async throws {
        try await TestSite.places(["Rome/a.jpg", "Rome/b.jpg", "Oslo/c.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 2)
            let photo = try await client.photo("a.jpg", in: rome)
            #expect(try await client.names("/favorites.json") == [])
            #expect(try await client.get("/favorites").text.contains("No favorites yet"))

            let marked = try await client.post("/photos/\(photo)/favorite")
            #expect(marked.status == .seeOther)
            #expect(marked.headers[.location] == "/photos/\(photo)")
            #expect(try await client.names("/favorites.json") == ["Rome"])
            #expect(try await client.titles("/favorites/\(rome).json") == ["a.jpg"])
            #expect(
                try await client.titles("/favorites/\(rome).json?show=all") == ["a.jpg", "b.jpg"])
            try FileManager.default.removeItem(atPath: client.folder + "/Rome/a.jpg")
            #expect(try await client.get("/photos/\(photo)/image").status == .ok)

            let unmarked = try await client.post(
                "/photos/\(photo)/favorite/delete?next=favorites")
            #expect(unmarked.headers[.location] == "/favorites/\(rome)")
            #expect(try await client.names("/favorites.json") == [])
            #expect(try await client.post("/photos/999/favorite").status == .notFound)
            #expect(try await client.post("/photos/999/favorite/delete").status == .notFound)
        }
    }

    @Test("A viewed photo is recent for 48 hours, and its place counts as viewed")
    func recents() async throws {
        try await TestSite.places(["Rome/a.jpg", "Oslo/b.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let oslo = try await client.place("Oslo", photos: 1)
            let photos = try await [
                client.photo("a.jpg", in: rome), client.photo("b.jpg", in: oslo),
            ]
            _ = try await client.get("/photos/\(photos[0])")
            #expect(try await client.titles("/recents.json") == [])

            try await client.post("/photos/\(photos[0])/views")
            client.clock.advance(hours: 1)
            let viewed = try await client.post(
                "/photos/\(photos[1])/views", headers: InventoryClient.json)
            #expect(viewed.status == .ok)
            #expect(try await client.titles("/recents.json") == ["b.jpg", "a.jpg"])
            #expect(try await client.titles("/recents.json?q=rome") == ["a.jpg"])
            #expect(try await client.get("/recents").text.contains("Oslo"))
            #expect(try await client.names("/favorites.json?show=all") == ["Oslo", "Rome"])

            client.clock.advance(hours: 47.5)
            #expect(try await client.titles("/recents.json") == ["b.jpg"])
            let removed = try await client.post("/photos/\(photos[1])/views/delete?next=recents")
            #expect(removed.headers[.location] == "/recents")
            #expect(try await client.titles("/recents.json") == [])
            #expect(try await client.get("/recents").text.contains("Nothing viewed lately"))
            #expect(try await client.names("/favorites.json?show=all") == ["Oslo", "Rome"])
            #expect(try await client.post("/photos/999/views").status == .notFound)
        }
    }

    @Test("Photos are added to a place, several at once, all or none")
    func uploads() async throws {
        try await TestSite.places(["Rome/a.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let picture = try PlacesClient.picture(seed: 9)

            let added = try await client.upload(
                "/places/\(rome)/photos", [("a.jpg", picture), ("../b.png", picture)])
            #expect(added.status == .seeOther)
            #expect(added.headers[.location] == "/places/\(rome)")
            #expect(
                try await client.titles("/places/\(rome).json")
                    == ["a 2.jpg", "a.jpg", "b.png.jpg"])

            let refused = try await client.upload(
                "/places/\(rome)/photos", [("c.jpg", picture), ("d.jpg", Data("text".utf8))])
            #expect(refused.status == .unsupportedMediaType)
            #expect(refused.text.contains("not a picture; none of the 2 files was added"))
            #expect(refused.text.contains("a 2.jpg"))
            let none = try await client.upload(
                "/places/\(rome)/photos", [], headers: InventoryClient.json)
            #expect(none.status == .unprocessableContent)
            let nowhere = try await client.upload("/places/999/photos", [("c.jpg", picture)])
            #expect(nowhere.status == .notFound)
            #expect(try await client.titles("/places/\(rome).json").count == 3)
        }
    }

    @Test("Files added to the folder while the server runs are shown")
    func following() async throws {
        try await TestSite.places(["Rome/a.jpg"]) { client in
            _ = try await client.place("Rome", photos: 1)
            try PlacesClient.picture(seed: 5).write(
                to: URL(fileURLWithPath: client.folder + "/Rome/b.jpg"))

            _ = try await client.place("Rome", photos: 2)
        }
    }

    @Test("A file removed outside the server is not found, with an explanation")
    func vanished() async throws {
        try await TestSite.places(["Rome/a.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let photo = try await client.photo("a.jpg", in: rome)
            try FileManager.default.removeItem(atPath: client.folder + "/Rome/a.jpg")

            let image = try await client.get("/photos/\(photo)/image")

            #expect(image.status == .notFound)
            #expect(image.text.contains("not there"))
        }
    }
}
