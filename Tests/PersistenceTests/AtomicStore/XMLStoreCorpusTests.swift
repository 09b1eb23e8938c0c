import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Mapping models are XML stores that Apple's framework wrote.
@Suite(.enabled(if: Corpus.directory != nil, Corpus.absence))
struct XMLStoreCorpusTests {
    static let stores: [String] = {
        guard let directory = Corpus.directory,
            let paths = FileManager.default.enumerator(atPath: directory)?.allObjects
        else { return [] }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix("/xcmapping.xml") }.sorted()
    }()

    /// The model of these stores, as far as they show it.
    private static let model: ManagedObjectModel = {
        func entity(
            _ name: String, _ parent: String? = nil, _ attributes: [(String, AttributeType)],
            _ relationships: [RelationshipDescription] = []
        ) -> EntityDescription {
            var entity = EntityDescription(name, superentityName: parent)
            entity.attributes = attributes.map { Farm.optional($0.0, $0.1) }
            entity.relationships = relationships.map { Farm.optional($0) }
            return entity
        }
        let (attribute, relationship) = ("XDDevAttributeMapping", "XDDevRelationshipMapping")
        let (owner, model) = ("XDDevEntityMapping", "XDDevMappingModel")
        return ManagedObjectModel(entities: [
            entity(
                "XDDevPropertyMapping", nil,
                [
                    ("name", .string), ("autogenerateexpression", .boolean),
                    ("sourceKeyPath", .string), ("valueExpressionData", .binaryData),
                    ("sourceMappingName", .string),
                ]),
            entity(
                attribute, "XDDevPropertyMapping", [],
                [.init(toOne: "entityMapping", owner, inverse: "attributeMappings")]),
            entity(
                relationship, "XDDevPropertyMapping", [],
                [.init(toOne: "entityMapping", owner, inverse: "relationshipMappings")]),
            entity(
                owner, nil,
                [
                    ("migrationPolicyClassName", .string), ("sourceName", .string),
                    ("mappingTypeName", .string), ("mappingNumber", .integer16),
                    ("destinationName", .string), ("autogenerateExpression", .boolean),
                    ("name", .string),
                ],
                [
                    .init(toOne: "mappingModel", model, inverse: "entityMappings"),
                    .init(toMany: "attributeMappings", attribute, inverse: "entityMapping"),
                    .init(toMany: "relationshipMappings", relationship, inverse: "entityMapping"),
                ]),
            entity(
                model, nil,
                [
                    ("sourceModelPath", .string), ("sourceModelData", .binaryData),
                    ("destinationModelPath", .string), ("destinationModelData", .binaryData),
                ], [.init(toMany: "entityMappings", owner, inverse: "mappingModel")]),
        ])
    }()

    /// A line of a store whose unordered parts are sorted.
    private func sorted(_ line: Substring) -> String {
        guard let list = line.firstMatch(of: #/idrefs="([^"]*)"/#)?.output.1 else {
            return String(line)
        }
        return line.replacingOccurrences(
            of: list, with: list.split(separator: " ").sorted().joined(separator: " "))
    }

    @Test(
        "An Apple store keeps every object and line when it is read and written", arguments: stores)
    func roundTrip(store: String) throws {
        let original = "\(Corpus.directory ?? "")/\(store)"
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Mapping.xml"
        try FileManager.default.copyItem(atPath: original, toPath: path)

        let container = try PersistentContainer(
            model: Self.model, classes: [], store: .xml(path: path))
        try container.write { context in
            let mapping = try context.fetch(
                FetchRequest<ManagedObject>(entityName: "XDDevMappingModel"))
            let path = try mapping[0].value(forKey: "sourceModelPath") as? String
            try mapping[0].setValue("changed", forKey: "sourceModelPath")
            try context.save()
            try mapping[0].setValue(path, forKey: "sourceModelPath")
            try context.save()
        }
        try container.close()

        let lines = try [original, path].map {
            try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n").map(sorted)
                .sorted()
        }
        let plain = lines.map { lines in
            // Core Data wraps data and indents the metadata differently.
            lines.filter { line in
                ["<attribute", "<relationship", "<object"].contains { line.contains($0) }
                    && !line.contains(#"type="binary""#)
            }
        }
        #expect(plain[0].count > 30)
        #expect(Set(plain[0]).subtracting(plain[1]) == [])
        let metadata = try [original, path].map {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: $0)
        }
        #expect(metadata[0].propertyList == metadata[1].propertyList)
        #expect(metadata[0].identifier == metadata[1].identifier)
    }
}
