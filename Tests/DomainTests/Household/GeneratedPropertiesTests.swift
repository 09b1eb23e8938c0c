import Foundation
import ObjectModel
import Testing

@Suite("The properties of the models")
struct GeneratedPropertiesTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Domain")

    @Test(
        "The sources equal the generated ones; `make properties` writes them",
        arguments: ["Accounts", "Books", "Groceries", "Inventory", "Places", "Sales", "Undo"])
    func sourcesOfModel(name: String) throws {
        let folder = Self.sources.appendingPathComponent(name)
        let model = try ManagedObjectModel(
            contentsOf: folder.appendingPathComponent("\(name).xcdatamodeld").path)
        let file = try SwiftGenerator(model, modelName: name).singleFile()

        let present = try String(
            contentsOf: folder.appendingPathComponent(file.name), encoding: .utf8)

        #expect(present == file.text)
    }

    @Test("Each model in the sources is checked")
    func completeness() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        let models = folders.filter { name in
            FileManager.default.fileExists(
                atPath: Self.sources.appendingPathComponent("\(name)/\(name).xcdatamodeld").path)
        }

        #expect(
            models.sorted()
                == ["Accounts", "Books", "Groceries", "Inventory", "Places", "Sales", "Undo"])
    }
}
