import Foundation
import ObjectModel
import Testing

@Suite("The examples of the catalogue of ObjectModel")
struct ObjectModelExamples {
    @Test("A model is read and queried")
    func reading() throws {
        let directory = try TemporaryDirectory()
        let modelPath = directory.path + "/contents"
        try CookbookStore.modelText().write(toFile: modelPath, atomically: true, encoding: .utf8)

        let model = try ManagedObjectModel(contentsOf: modelPath)
        let names = model.allAttributes(of: "Recipe").map(\.name)
        let destination = model["Cook"]?.relationships.first?.destinationEntity

        #expect(names == ["dateAdded", "minutes", "photo", "title"])
        #expect(destination == "Recipe")
    }
}
