import Foundation
import ObjectModel
import Testing

@testable import Domain

@Suite("The properties of the models")
struct GeneratedPropertiesTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Domain")
    /// The models in the sources.
    private static let models = Result {
        try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { name in
            FileManager.default.fileExists(
                atPath: sources.appendingPathComponent("\(name)/\(name).xcdatamodeld").path)
        }.sorted()
    }

    @Test("The sources equal the generated ones; `make properties` writes them")
    func sources() throws {
        for name in try Self.models.get() { try check(name) }
    }

    private func check(_ name: String) throws {
        let folder = Self.sources.appendingPathComponent(name)
        let model = try ManagedObjectModel(
            contentsOf: folder.appendingPathComponent("\(name).xcdatamodeld").path)
        let file = try SwiftGenerator(model, modelName: name).singleFile()

        let present = try String(
            contentsOf: folder.appendingPathComponent(file.name), encoding: .utf8)

        #expect(present == file.text, "\(name)")
    }

    @Test("Each model in the sources is that of a section or of the accounts")
    func completeness() throws {
        #expect(
            try Self.models.get() == (SectionModel.all.map(\.name) + ["Accounts"]).sorted())
    }
}
