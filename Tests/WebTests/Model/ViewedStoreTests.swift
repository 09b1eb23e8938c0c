import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Imaging
import ObjectModel
import Persistence
import Testing

@testable import Web

@Suite("Viewing any store")
struct ViewedStoreTests {
    @Test("The first page describes the store, and links to its entities")
    func overview() async throws {
        let kitchen = try Kitchen()
        try await kitchen.serve { client in
            let start = try await client.get("/")
            let page = try await client.get("/model")
            let entity = try await client.get("/model/Recipe?predicate=minutes%20%3E%2020")
            let list = try await client.json("/model/Recipe.json?sort=-title")

            #expect(start.headers[.location] == "/model")
            for text in [
                "Kitchen.sqlite", "read-only, where it is", "Model hash", "<svg", "2 records",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(entity.text.contains("Pea soup") && !entity.text.contains("Toast"))
            #expect(!entity.text.contains("text/event-stream"))
            let records = try #require(list["records"] as? [[String: Any]])
            #expect(records.compactMap { $0["title"] as? String } == ["Toast", "Pea soup"])
            #expect(try await client.get("/items").status == .notFound)
            #expect(try await client.get("/model/Recipe.events").status == .notFound)
        }
    }

    @Test("A record shows values of every type, and links to related records")
    func record() async throws {
        let kitchen = try Kitchen()
        try await kitchen.serve { client in
            let soup = try await client.get("/model/Recipe/\(kitchen.soup)")
            let step = try await client.json("/model/Step/1.json")
            let thumbnail = try await client.get("/model/Recipe/\(kitchen.soup)/photo/thumbnail")
            let photo = try await client.get("/model/Recipe/\(kitchen.soup)/photo")
            let data = try await client.get("/model/Recipe/\(kitchen.soup)/extra")

            for text in [
                "Pea soup", ">12.5<", "2001-01-01T00:00:00", "https://example.org/peas", "yes",
                "PNG", "/photo/thumbnail", ">Soak<", ">Boil<", "no value",
            ] {
                #expect(soup.text.contains(text), "\(text)")
            }
            let recipe = try #require(step["recipe"] as? [String: Any])
            #expect(recipe["label"] as? String == "Pea soup")
            #expect(thumbnail.headers[.contentType] == "image/png")
            #expect(photo.headers[.contentType] == "image/png")
            #expect(Data(photo.body.readableBytesView) == kitchen.photo)
            #expect(data.headers[.contentType] == "application/octet-stream")
            #expect(data.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(data.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            for path in [
                "/model/Recipe/99", "/model/Recipe/x", "/model/Nobody/1",
                "/model/Recipe/\(kitchen.soup)/title", "/model/Recipe/\(kitchen.soup)/nothing",
                "/model/Recipe/\(kitchen.toast)/photo",
                "/model/Recipe/\(kitchen.soup)/extra/thumbnail",
            ] {
                #expect(try await client.get(path).status == .notFound, "\(path)")
            }
        }
    }

    @Test("An attribute named id is shown, with the record’s number as @id")
    func attributesNamedAsNumbers() async throws {
        let kitchen = try Kitchen()
        try await kitchen.serve { client in
            let step = try await client.json("/model/Step/1.json")
            let recipe = try await client.json("/model/Recipe/\(kitchen.soup).json")
            let table = try await client.get("/model/Step.csv").text

            #expect(step["@id"] as? Int == 1)
            #expect(step["id"] as? Int == 70)
            #expect(step["@version"] as? Int == 1)
            #expect(step["version"] is NSNull)
            #expect(step["entity"] as? String == "Step")
            #expect(recipe["id"] as? Int64 == kitchen.soup)
            #expect(recipe["@id"] == nil)
            #expect(table.hasPrefix("@id,"))
        }
    }

    @Test("The search covers the texts of all entities")
    func search() async throws {
        let kitchen = try Kitchen()
        try await kitchen.serve { client in
            let found = try await client.json("/search.json?q=so")
            let page = try await client.get("/search?q=SOAK")
            let nothing = try await client.get("/search?q=zebra")

            #expect(found["total"] as? Int == 2)
            #expect(page.text.contains("/model/Step/1"))
            #expect(nothing.text.contains("Nothing found"))
        }
    }

    @Test("A store is shown with its log, and no files change")
    func log() async throws {
        let kitchen = try Kitchen(keepsLog: true)
        let before = try kitchen.files()
        #expect(before.keys.contains("Kitchen.sqlite-wal"))

        try await kitchen.serve { client in
            let page = try await client.get("/model")
            #expect(page.text.contains("read-only, as a copy"))
            #expect(try await client.get("/model/Recipe").text.contains("Pea soup"))
            #expect(try await client.get("/model/Recipe/\(kitchen.soup)/photo").status == .ok)
        }

        #expect(try kitchen.files() == before)
    }

    @Test("A store without a log is read in place, and no files change")
    func noLog() async throws {
        let kitchen = try Kitchen()
        let before = try kitchen.files()

        try await kitchen.serve { client in
            let text = try await client.get("/model/Recipe").text
            #expect(text.contains("Pea soup"))
        }

        #expect(try kitchen.files() == before)
    }

    @Test("A file that is not a store is refused by name")
    func refusals() throws {
        let kitchen = try Kitchen()
        let text = kitchen.folder + "/notes.txt"
        try Data("no store".utf8).write(to: URL(fileURLWithPath: text))
        for path in [text, kitchen.folder + "/nothing.sqlite", kitchen.folder] {
            let error = #expect(throws: ConfigurationError.self) {
                try ViewedStore(at: .file(path), modelPath: nil, folder: kitchen.folder)
            }
            #expect(error?.description.contains(path) == true, "\(path)")
        }
        #expect(throws: ConfigurationError.self) {
            try ViewedStore(
                at: .file(kitchen.store), modelPath: "/nowhere/contents", folder: kitchen.folder)
        }
    }

    @Test(
        "Every entity and record of Apple’s stores is shown, and the files stay unchanged",
        arguments: AppleStores.paths)
    func appleStores(path: String) async throws {
        let folder = (path as NSString).deletingLastPathComponent
        let before = try Kitchen.files(in: folder)
        let site = try TestSite()
        let application = try buildStoreApplication(
            .file(path), model: nil, site.configuration, site.resources)
        try await application.test(.router) { test in
            let client = InventoryClient(client: test)
            #expect(try await client.get("/model").status == .ok)
            let model = try await client.json("/model.json")
            let parts = try #require(model["parts"] as? [[String: Any]])
            let entities = parts.flatMap { $0["entities"] as? [[String: Any]] ?? [] }
            for name in entities.compactMap({ $0["name"] as? String }) {
                #expect(try await client.get("/model/\(name)").status == .ok, "\(name)")
                let records = try await client.json("/model/\(name).json?perPage=3")
                for record in records["records"] as? [[String: Any]] ?? [] {
                    let number = try #require((record["@id"] ?? record["id"]) as? Int)
                    let address = "/model/\(name)/\(number)"
                    #expect(try await client.get(address).status == .ok, "\(address)")
                }
            }
            #expect(try await client.get("/search?q=a").status == .ok)
        }
        #expect(try Kitchen.files(in: folder) == before)
    }
}

/// The stores that Apple's framework wrote, in the folder that `CORE_DATA_CORPUS` names.
enum AppleStores {
    static let paths: [String] = {
        guard let folder = ProcessInfo.processInfo.environment["CORE_DATA_CORPUS"] else {
            return []
        }
        let extensions: Set = ["sqlite", "moody", "wiredatabase"]
        return (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
            .filter { extensions.contains(($0 as NSString).pathExtension) }.sorted()
            .map { "\(folder)/\($0)" }
    }()
}

/// A store of another program.
private final class Kitchen: Sendable {
    let folder: String
    let soup: Int64
    let toast: Int64
    let photo: Data
    var store: String { folder + "/Kitchen.sqlite" }

    /// - Parameter keepsLog: whether everything is in the log, as in a store that was copied while
    ///   it was in use.
    init(keepsLog: Bool = false) throws {
        folder = NSTemporaryDirectory() + "kitchen-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        photo = try TestPicture.data(.png)
        let made = keepsLog ? folder + "/made" : folder
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        let container = try PersistentContainer(
            model: Self.model, classes: [], store: .sqlite(path: made + "/Kitchen.sqlite"))
        (soup, toast) = try Self.fill(container, photo: photo)
        if keepsLog {
            for name in ["Kitchen.sqlite", "Kitchen.sqlite-wal", ".Kitchen_SUPPORT"] {
                try FileManager.default.copyItem(
                    atPath: "\(made)/\(name)", toPath: "\(folder)/\(name)")
            }
        }
        try container.close()
        if keepsLog { try FileManager.default.removeItem(atPath: made) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static var model: ManagedObjectModel {
        var recipe = EntityDescription("Recipe")
        var photo = AttributeDescription("photo", .binaryData, isOptional: false)
        photo.allowsExternalBinaryDataStorage = true
        recipe.attributes = [
            .init("title", .string), .init("minutes", .integer32), .init("price", .decimal),
            .init("madeAt", .date), .init("isGood", .boolean), .init("source", .uri),
            .init("key", .uuid), .init("extra", .binaryData), photo,
        ]
        recipe.attributes = recipe.attributes.map { attribute in
            var attribute = attribute
            attribute.isOptional = true
            return attribute
        }
        recipe.relationships = [
            .init(toMany: "steps", "Step", inverse: "recipe", isOrdered: true)
        ]
        var step = EntityDescription("Step")
        var names = ["id", "version"].map {
            AttributeDescription($0, .integer32, isOptional: false)
        }
        for index in names.indices { names[index].isOptional = true }
        step.attributes = [.init("text", .string)] + names
        step.relationships = [.init(toOne: "recipe", "Recipe", inverse: "steps")]
        recipe.relationships[0].isOptional = true
        step.relationships[0].isOptional = true
        return ManagedObjectModel(entities: [recipe, step])
    }

    private static func fill(
        _ container: PersistentContainer, photo: Data
    ) throws -> (soup: Int64, toast: Int64) {
        try container.write { context in
            let soup = try ManagedObject(entityName: "Recipe", context: context)
            try soup.setValue("Pea soup", forKey: "title")
            try soup.setValue(90, forKey: "minutes")
            try soup.setValue(Decimal(string: "12.50"), forKey: "price")
            try soup.setValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "madeAt")
            try soup.setValue(true, forKey: "isGood")
            try soup.setValue(URL(string: "https://example.org/peas"), forKey: "source")
            try soup.setValue(Data([1, 2, 3, 0, 255]), forKey: "extra")
            // Large enough for an external file.
            try soup.setValue(photo, forKey: "photo")
            let toast = try ManagedObject(entityName: "Recipe", context: context)
            try toast.setValue("Toast", forKey: "title")
            for (number, text) in ["Soak", "Boil"].enumerated() {
                let step = try ManagedObject(entityName: "Step", context: context)
                try step.setValue(text, forKey: "text")
                try step.setValue(number + 70, forKey: "id")
                try step.setValue(soup, forKey: "recipe")
            }
            try context.save()
            return (soup.objectID.recordNumber ?? 0, toast.objectID.recordNumber ?? 0)
        }
    }

    func serve(_ body: @Sendable (InventoryClient) async throws -> Void) async throws {
        let site = try TestSite()
        let application = try buildStoreApplication(
            .file(store), model: nil, site.configuration, site.resources)
        try await application.test(.router) { try await body(InventoryClient(client: $0)) }
    }

    func files() throws -> [String: Data] { try Self.files(in: folder) }

    /// Everything in a folder, by its path.
    static func files(in folder: String) throws -> [String: Data] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return try (paths ?? []).reduce(into: [:]) { files, path in
            var isFolder: ObjCBool = false
            let full = "\(folder)/\(path)"
            _ = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
            files[path] =
                isFolder.boolValue ? Data() : try Data(contentsOf: URL(fileURLWithPath: full))
        }
    }
}
