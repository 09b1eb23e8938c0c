import Domain
import Imaging
import ObjectModel
import Persistence

/// A model to look at, with the records that it describes.
struct ModelBrowser: Sendable {
    /// What one model file brings to the model.
    struct Part: Sendable {
        /// The name of the model file: `Inventory`.
        let title: String
        let entities: [EntityDescription]
        let diagram: ModelDiagram
    }

    /// What the first page says above the diagrams.
    struct Head: Sendable {
        var title: String
        var intro: String
        var facts: [EntityPage.Fact] = []
    }

    let pages: RecordPages
    let links: SiteLinks
    let files: PublicFiles
    let head: Head
    /// The parts, in the order of the sections.
    let parts: [Part]
    let imageProcessor: ImageProcessor
    /// A folder for pictures that are on their way to a thumbnail.
    let folder: String
    /// The site whose windows are told of changes; nil where nothing changes.
    let site: Site?
    /// What surrounds a page, by its title and the way up.
    let surround: @Sendable (_ title: String, _ crumbs: [PathLink]) -> LayoutPage
    /// Attributes whose values are not shown here, by the names of their entities.
    var withheld: [String: Set<String>] = [:]

    var container: PersistentContainer { pages.container }
    var layout: ModelLayout { container.coordinator.layout }
    var model: ManagedObjectModel { layout.model }

    /// The way up from an entity.
    var crumb: PathLink { PathLink(label: head.title, path: links(.model)) }

    /// The entity that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func entity(_ name: String) throws(SiteError) -> EntityLayout {
        guard let entity = layout.entity(named: name) else {
            throw .notFound("There is no entity “\(name.prefix(100))”")
        }
        return entity
    }
}

extension ModelBrowser {
    /// The model of the household, with a part for each model file.
    init(_ site: Site) {
        let model = site.household.container.coordinator.layout.model
        self.init(
            pages: site.pages, links: site.links, files: site.files,
            head: Head(
                title: "Model",
                intro: "what this program knows of things, and how they belong together."),
            parts: site.household.modelParts.map { part in
                let entities = part.entityNames.compactMap { model[$0] }
                let diagram = ModelDiagram(model, entities: entities, site.links)
                return Part(title: part.name, entities: entities, diagram: diagram)
            },
            imageProcessor: site.household.imageProcessor,
            folder: site.household.directory.incoming, site: site,
            surround: { site.layout(title: $0, topic: .stores, crumbs: $1) },
            // Where a photo was taken stands on its page alone.
            withheld: [EntityName.photo.rawValue: ["latitude", "longitude"]])
    }
}
