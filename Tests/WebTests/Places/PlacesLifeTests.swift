import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

/// Places and photos with concurrent changes.
struct PlacesLifeTests {
    @Test("Concurrent requests create no duplicates")
    func parallelRequests() async throws {
        try await TestSite.places(["Rome/a.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let photo = try await client.photo("a.jpg", in: rome)
            let picture = try PlacesClient.picture(seed: 3)

            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        switch number % 4 {
                        case 0:
                            try await client.upload(
                                "/places/\(rome)/photos", [("b.jpg", picture)]
                            ).status
                        case 1: try await client.post("/photos/\(photo)/favorite").status
                        case 2: try await client.post("/photos/\(photo)/views").status
                        default: try await client.get("/places/\(rome)").status
                        }
                    }
                }
                for try await status in group { #expect(status == .seeOther || status == .ok) }
            }

            #expect(
                try await client.titles("/places/\(rome).json") == [
                    "a.jpg", "b 2.jpg", "b 3.jpg", "b 4.jpg", "b 5.jpg", "b 6.jpg", "b.jpg",
                ])
            #expect(try await client.names("/places.json") == ["Rome"])
            #expect(try await client.titles("/favorites/\(rome).json") == ["a.jpg"])
            #expect(try await client.titles("/recents.json") == ["a.jpg"])
        }
    }

    @Test("A folder that changes while it is read ends in its final state")
    func changingFolder() async throws {
        let names = (0..<120).map { "Rome/\($0 + 100).jpg" }
        try await TestSite.places(names) { client in
            let files = FileManager.default
            for number in 0..<120 {
                let path = "\(client.folder)/Rome/\(number + 100).jpg"
                switch number % 3 {
                case 0: try files.removeItem(atPath: path)
                case 1:
                    try files.createDirectory(
                        atPath: client.folder + "/Oslo", withIntermediateDirectories: true)
                    try files.moveItem(
                        atPath: path, toPath: "\(client.folder)/Oslo/\(number + 100).jpg")
                default: break
                }
                if number % 10 == 0 { _ = try await client.get("/places") }
            }

            let rome = try await client.place("Rome", photos: 40)
            let oslo = try await client.place("Oslo", photos: 40)
            let titles = { (remainder: Int) in
                stride(from: remainder, to: 120, by: 3).map { "\($0 + 100).jpg" }
            }
            #expect(try await client.titles("/places/\(oslo).json") == titles(1))
            #expect(try await client.titles("/places/\(rome).json") == titles(2))
        }
    }

    @Test(
        "Open lists and photos receive events of their changes",
        arguments: ["/places", "/places/ROME", "/favorites", "/favorites/ROME", "/photos/PHOTO"])
    func events(page: String) async throws {
        try await TestSite.places(["Rome/a.jpg"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let photo = try await client.photo("a.jpg", in: rome)
            let path = page.replacing("ROME", with: "\(rome)")
                .replacing("PHOTO", with: "\(photo)")

            let text = try await client.get(path).text

            #expect(text.contains("<link rel=\"alternate\" type=\"text/event-stream\""))
            #expect(text.contains("href=\"\(path).events\""))
            // An open stream does not end, so only refusals are awaited.
            if page != "/photos/PHOTO" {
                let refused = try await client.get(path + ".events?sort=nothing")
                #expect(refused.status == .unprocessableContent)
            }
            #expect(try await client.get("/places/999.events").status == .notFound)
            #expect(try await client.get("/photos/999.events").status == .notFound)
        }
    }

    @Test("Places and photos are on the first page, in the search, and in the navigation")
    func elsewhere() async throws {
        try await TestSite.places(["Rome/viaduct.jpg", "Rome/notes.txt"]) { client in
            let rome = try await client.place("Rome", photos: 1)
            let photo = try await client.photo("viaduct.jpg", in: rome)

            let first = try await client.get("/").text
            let found = try await client.inventory.json("/search.json?q=viad")
            let files = try await client.inventory.json("/search.json?q=notes.txt")

            #expect(first.contains("href=\"/photos/\(photo)\""))
            #expect(first.contains("/photos/\(photo)/thumbnail?v="))
            #expect(first.contains("<a class=\"sections__link sections__link--further\""))
            let groups = try #require(found["groups"] as? [[String: Any]])
            let records = try #require(groups.first?["records"] as? [[String: Any]])
            #expect(groups.count == 1)
            #expect(groups.first?["section"] as? String == "places")
            #expect(records.first?["path"] as? String == "/photos/\(photo)")
            #expect(records.first?["detail"] as? String == "Rome")
            #expect(files["total"] as? Int == 0)
            #expect(try await client.get("/model/Photo").text.contains("viaduct.jpg"))
        }
    }

    @Test("Without a key the page says how to use Flickr")
    func flickrKey() async throws {
        try await TestSite.places([]) { client in
            let page = try await client.get("/places").text

            #expect(page.contains("FLICKR_API_KEY"))
            #expect(page.contains(client.folder))
        }
    }

    @Test("The list of places reports a missing folder until it exists")
    func missingFolder() async throws {
        try await TestSite.places([], adjusting: { $0.photosDirectory = "/nowhere/photos" }) {
            client in
            try await client.until {
                try await client.get("/places").text.contains("cannot be read")
            }

            #expect(try await client.get("/places").text.contains("/nowhere/photos"))
        }
    }
}
