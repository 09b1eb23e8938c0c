import ObjectModel
import Persistence

extension ModelPage {
    /// The page of a model, with the numbers of records.
    ///
    /// - Throws: errors of the store.
    init(_ browser: ModelBrowser, in context: ManagedObjectContext) throws {
        let count = browser.model.entities.count
        let parts = try browser.parts.map { try Part($0, browser, in: context) }
        var layout = browser.surround(browser.head.title, [])
        layout.alternates = [
            AlternateLink(type: "application/json", path: browser.links(SitePath.model.json))
        ]
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
