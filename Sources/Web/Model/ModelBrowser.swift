import Domain
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

    let site: Site
    /// The parts, in the order of the sections.
    let parts: [Part]

    var links: SiteLinks { site.links }
    var layout: ModelLayout { site.household.container.coordinator.layout }
    var model: ManagedObjectModel { layout.model }

    /// The model of the household, with a part for each model file.
    init(_ site: Site) {
        self.site = site
        let model = site.household.container.coordinator.layout.model
        parts = site.household.modelParts.map { part in
            let entities = part.entityNames.compactMap { model[$0] }
            let diagram = ModelDiagram(model, entities: entities, site.links)
            return Part(title: part.name, entities: entities, diagram: diagram)
        }
    }

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
