import Foundation
import ObjectModel
import Persistence
import Testing

/// The store of the articles' examples, in a directory that is deleted with it.
final class CookbookStore {
    let directory: String
    let container: PersistentContainer

    /// The model in the article “Getting started”.
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(xml: Data(modelText().utf8), source: "GettingStarted.md")
    }

    static func modelText() throws -> String {
        let article = try Article("Sources/Persistence/Documentation.docc/GettingStarted.md")
        return try #require(article.codeBlocks(in: "xml").first).text + "\n"
    }

    init(trace: SQLTrace? = nil) throws {
        directory = NSTemporaryDirectory() + "cookbook-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        var store = StoreDescription.sqlite(path: directory + "/Cookbook.sqlite")
        store.trace = trace
        container = try PersistentContainer(
            model: try Self.model(), classes: cookbookModelClasses, store: store)
    }

    /// Saves a recipe with a step for each text.
    @discardableResult
    func save(
        _ title: String, by cook: String? = nil, steps: [String] = []
    ) throws
        -> ManagedObjectID
    {
        try container.write { context in
            let recipe = Recipe(context: context)
            recipe.title = title
            for text in steps {
                let step = Step(context: context)
                step.text = text
                recipe.addToSteps(step)
            }
            if let name = cook {
                let cook = Cook(context: context)
                cook.name = name
                recipe.cook = cook
            }
            try context.save()
            return recipe.objectID
        }
    }

    deinit {
        do {
            try container.close()
            try FileManager.default.removeItem(atPath: directory)
        } catch {
            Issue.record("The store cannot be taken down: \(error)")
        }
    }
}
