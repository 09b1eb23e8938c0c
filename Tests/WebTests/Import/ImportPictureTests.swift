import Backup
import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import NIOCore
import ObjectModel
import Persistence
import Testing

@testable import Web

@Suite("Pictures of rows that wait to be imported")
struct ImportPictureTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]

    /// Runs a closure with a folder, which is deleted afterwards.
    private static func inFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
        let folder = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    /// The bytes of a store with an item for each picture.
    private static func store(_ pictures: [(name: String, bytes: Data)]) throws -> Data {
        try inFolder { try store(pictures, in: $0) }
    }

    private static func store(
        _ pictures: [(name: String, bytes: Data)], in folder: String
    ) throws -> Data {
        var entity = EntityDescription("Item")
        entity.attributes = [
            AttributeDescription("itemName", .string, isOptional: false),
            AttributeDescription("orderingValue", .double, isOptional: false),
            AttributeDescription("photo", .binaryData, isOptional: false),
        ]
        let path = folder + "/Things.sqlite"
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: [entity]), classes: [], store: .sqlite(path: path))
        try container.write { context in
            for (place, picture) in pictures.enumerated() {
                let item = try ManagedObject(entityName: "Item", context: context)
                try item.setValue(picture.name, forKey: "itemName")
                try item.setValue(Double(place), forKey: "orderingValue")
                try item.setValue(picture.bytes, forKey: "photo")
            }
            try context.save()
        }
        try container.close()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// A zip file with files.
    private static func zip(_ files: [String: Data]) throws -> Data {
        try inFolder { folder in
            for (name, bytes) in files {
                try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
            var zip = Data()
            try FolderZip(folder, paths: files.keys.sorted()).write(as: "things") {
                zip.append(contentsOf: $0)
            }
            return zip
        }
    }

    /// Uploads a file to import. Returns the address of the waiting file.
    private static func waiting(
        _ file: Data, named name: String, _ client: ImportClient
    ) async throws -> String {
        let imports = ImportClient(site: client.site, address: "/import")
        let posted = try await imports.upload(file, named: name, headers: browser)
        return try #require(posted.headers[.location], "\(posted.text)")
    }

    /// Whether there is a thumbnail at an address.
    private static func isPicture(_ address: String?, _ client: ImportClient) async throws -> Bool {
        let response = try await client.site.get(try #require(address))
        guard response.status == .ok else { return false }
        return try FileKind.of(Data(response.body.readableBytesView)).pictureFormat == .png
    }

    /// The addresses of the pictures on a page, by the index of their row.
    private static func addresses(_ page: String) -> [Int: String] {
        let found = page.matches(of: #/src="(/imports/[0-9a-f]+/pictures/([0-9]+))"/#)
        return Dictionary(uniqueKeysWithValues: found.map { (Int($0.2) ?? -1, String($0.1)) })
    }

    @Test("Each row with a picture shows it as a thumbnail, except damaged ones")
    func rows() async throws {
        let small = try TestPicture.data(.png)
        let store = try Self.store([
            ("Sofa", small), ("Lamp", try TestPicture.data(.jpeg)),
            ("Vase", Data(small.prefix(60))), ("Rug", Data("no picture".utf8)),
        ])
        try await TestSite.importing { client, _ in
            let imports = ImportClient(site: client.site, address: "/import")
            let posted = try await imports.upload(
                store, named: "Things.sqlite", headers: Self.browser)
            let address = try #require(posted.headers[.location])
            let page = try await imports.text(address)
            let addresses = Self.addresses(page)

            #expect(page.contains("loading=\"lazy\""))
            #expect(Set(addresses.keys) == [0, 1])
            let left = "its picture cannot be opened, and is left out"
            #expect(page.lowercased().components(separatedBy: left).count == 3)
            for index in [0, 1] {
                let picture = try await imports.site.get(try #require(addresses[index]))
                #expect(picture.status == .ok)
                #expect(picture.headers[.contentType] == "image/png")
                #expect(picture.headers[.cacheControl] == "private, max-age=60")
                let bytes = Data(picture.body.readableBytesView)
                #expect(try FileKind.of(bytes).pictureFormat == .png)
                // It was made by the program, whatever the upload.
                #expect(bytes != small)
            }
            let broken = try await imports.site.get("\(address)/pictures/2")
            #expect(broken.status == .notFound)
            #expect(broken.text.contains("There is no picture of this"))
            for index in ["3", "4", "-1", "x", "99999999999999999999"] {
                let response = try await imports.site.get("\(address)/pictures/\(index)")
                #expect(response.status == .notFound, "\(index)")
            }
            let foreign = "/imports/0123456789abcdef0123456789abcdef/pictures/0"
            #expect(try await imports.site.get(foreign).status == .notFound)

            // The pictures are deleted with the waiting file.
            try await imports.site.post("\(address)/cancel", headers: Self.browser)
            let gone = try await imports.site.get(try #require(addresses[0]))
            #expect(gone.status == .notFound)
        }
    }

    @Test("A row of a table shows a photo from its own archive only")
    func tables() async throws {
        let table = Data("itemName,files\nSofa,sofa.jpg\nLamp,\nVase,vase.jpg\n".utf8)
        let zip = try Self.zip([
            "items.csv": table, "sofa.jpg": try TestPicture.data(.jpeg),
            "vase.jpg": Data("no picture".utf8),
        ])
        try await TestSite.importing { client, _ in
            let alone = try await Self.waiting(table, named: "items.csv", client)
            #expect(Self.addresses(try await client.text(alone)).isEmpty)
            #expect(try await !Self.isPicture("\(alone)/pictures/0", client))

            let address = try await Self.waiting(zip, named: "things.zip", client)
            let addresses = Self.addresses(try await client.text(address))

            #expect(Set(addresses.keys) == [0])
            #expect(try await Self.isPicture(addresses[0], client))
            for index in 1...2 {
                #expect(try await !Self.isPicture("\(address)/pictures/\(index)", client))
            }
        }
    }

    @Test("Rows of a store in a zip file show their pictures")
    func archive() async throws {
        let store = try Self.store([
            ("Sofa", try TestPicture.data(.jpeg)), ("Rug", Data("no picture".utf8)),
        ])
        let zip = try Self.zip(["Things.sqlite": store])
        try await TestSite.importing { client, _ in
            let address = try await Self.waiting(zip, named: "Things.zip", client)
            let addresses = Self.addresses(try await client.text(address))

            #expect(Set(addresses.keys) == [0])
            #expect(try await Self.isPicture(addresses[0], client))
        }
    }

    @Test("A person who may not import sees no picture of waiting rows")
    func access() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let viewer = try await client.signIn("viewer")
            let address = "/imports/0123456789abcdef0123456789abcdef/pictures/0"
            #expect(try await client.get(address, headers: viewer).status == .forbidden)
            #expect(try await client.get(address).status != .ok)
        }
    }
}
