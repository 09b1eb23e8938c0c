import ObjectModel
import Persistence

/// The managed object model: a diagram and the entities of each of its parts.
struct ModelPage: TemplatePage {
    static let template = "model/index"

    var layout: LayoutPage
    var title = "Model"
    /// The text after the summary.
    var intro = ""
    /// The facts about the store.
    var facts: [EntityPage.Fact] = []
    /// The summary: `17 entities in 5 parts`.
    var summary: String
    var jsonPath: String
    /// Whether diagrams cannot be drawn here.
    var lacksDiagrams: Bool
    var parts: [Part]

    /// A part of the model.
    struct Part: Sendable {
        var title: String
        /// The anchor of the part.
        var anchor: String
        /// The diagram as an `svg` element; empty if it cannot be drawn.
        var diagramHTML: String
        var entities: [Entity]
    }

    /// An entity with the numbers of its properties and records.
    struct Entity: Sendable {
        var name: String
        var path: String
        /// The properties: `9 attributes, 1 relationship`.
        var properties: String
        /// The records: `1,284 records`.
        var records: String
    }
}

extension ModelPage {
    /// The page of a model, with the numbers of records.
    ///
    /// - Throws: errors of the store.
    init(_ browser: ModelBrowser, in context: ManagedObjectContext) throws {
        let count = browser.model.entities.count
        let parts = try browser.parts.map { try Part($0, browser, in: context) }
        var layout = browser.makeLayout(browser.head.title, [])
        layout.alternates = [.json(browser.links(SitePath.model.json))]
        self.init(
            layout: layout,
            summary: ItemCount.text(count, "entity", "entities") + " in "
                + ItemCount.text(parts.count, "part", "parts"),
            jsonPath: browser.links(SitePath.model.json),
            lacksDiagrams: parts.contains(where: \.diagramHTML.isEmpty), parts: parts)
        title = browser.head.title
        intro = browser.head.intro
        facts = browser.head.facts
    }
}

extension ModelPage.Part {
    fileprivate init(
        _ part: ModelBrowser.Part, _ browser: ModelBrowser, in context: ManagedObjectContext
    ) throws {
        let svg = part.diagram.svg
        self.init(
            title: part.title, anchor: part.title.lowercased(), diagramHTML: svg ?? "",
            entities: try part.entities.map {
                try ModelPage.Entity($0, browser, in: context)
            })
    }
}

extension ModelPage.Entity {
    fileprivate init(
        _ entity: EntityDescription, _ browser: ModelBrowser, in context: ManagedObjectContext
    ) throws {
        let count = try context.count(for: FetchRequest<ManagedObject>(entityName: entity.name))
        self.init(
            name: entity.name, path: browser.links(.modelEntity(entity.name)),
            properties: PropertyText.counts(of: entity),
            records: ItemCount.text(count, "record", "records"))
    }
}
