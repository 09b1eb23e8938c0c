import Domain
import Imaging
import ObjectModel
import Persistence

/// A model with its records, for browsing.
struct ModelBrowser: Sendable {
    /// The entities of one model file.
    struct Part: Sendable {
        /// The name of the model file: `Inventory`.
        let title: String
        let entities: [EntityDescription]
        let diagram: ModelDiagram
    }

    /// The texts at the top of the first page.
    struct Head: Sendable {
        var title: String
        var intro: String
        var facts: [EntityPage.Fact] = []
    }

    let pages: RecordPages
    let links: SiteLinks
    let files: PublicFiles
    let head: Head
    /// The parts in the order of the sections.
    let parts: [Part]
    let imageProcessor: ImageProcessor
    /// A folder for pictures while their thumbnails are made.
    let folder: String
    /// The site with live windows; nil for a store that does not change.
    let site: Site?
    /// The layout of a page with a title and breadcrumbs.
    let makeLayout: @Sendable (_ title: String, _ crumbs: [PathLink]) -> LayoutPage
    /// Attributes whose values are hidden, by entity.
    var withheld: [String: Set<String>] = [:]

    var container: PersistentContainer { pages.container }
    var layout: ModelLayout { container.coordinator.layout }
    var model: ManagedObjectModel { layout.model }

    /// The breadcrumb above an entity.
    var crumb: PathLink { PathLink(label: head.title, path: links(.model)) }

    /// The entity in an address.
    ///
    /// - Throws: a 404 if it does not exist.
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
                intro: "the kinds of records here, and how they belong together."),
            parts: site.household.modelParts.map { part in
                let entities = part.entityNames.compactMap { model[$0] }
                let diagram = ModelDiagram(model, entities: entities, site.links)
                return Part(title: part.name, entities: entities, diagram: diagram)
            },
            imageProcessor: site.household.imageProcessor,
            folder: site.household.directory.incoming, site: site,
            makeLayout: { site.layout(title: $0, topic: .stores, crumbs: $1) },
            // The place of a photo is shown only on its own page.
            withheld: [EntityName.photo.rawValue: ["latitude", "longitude"]])
    }
}

extension ModelBrowser {
    /// The model as JSON.
    var json: JSONValue {
        .object([
            (
                "parts",
                .array(
                    parts.map { part in
                        .object([
                            ("name", .string(part.title)),
                            ("entities", .array(part.entities.map(Self.json))),
                        ])
                    })
            )
        ])
    }

    private static func json(_ entity: EntityDescription) -> JSONValue {
        .object([
            ("name", .string(entity.name)), ("class", .string(entity.managedObjectClassName)),
            ("isAbstract", .bool(entity.isAbstract)),
            ("superentity", .string(entity.superentityName)),
            ("attributes", .array(entity.attributes.map(json))),
            ("relationships", .array(entity.relationships.map(json))),
            ("fetchedProperties", .array(entity.fetchedProperties.map(json))),
            (
                "uniquenessConstraints",
                .array(entity.uniquenessConstraints.map { .array($0.map { .string($0) }) })
            ),
            (
                "indexes",
                .array(entity.indexes.map { .string(PropertyText.text(of: $0)) })
            ),
        ])
    }

    private static func json(_ attribute: AttributeDescription) -> JSONValue {
        .object([
            ("name", .string(attribute.name)), ("type", .string(attribute.attributeType.rawValue)),
            ("isOptional", .bool(attribute.isOptional)),
            ("isTransient", .bool(attribute.isTransient)),
            (
                "default",
                .string(attribute.defaultDate.map(ISO8601Text.utc) ?? attribute.defaultValueString)
            ),
            ("min", .string(attribute.minDate.map(ISO8601Text.utc) ?? attribute.minValueString)),
            ("max", .string(attribute.maxDate.map(ISO8601Text.utc) ?? attribute.maxValueString)),
            ("pattern", .string(attribute.regularExpression)),
        ])
    }

    private static func json(_ relationship: RelationshipDescription) -> JSONValue {
        .object([
            ("name", .string(relationship.name)),
            ("destination", .string(relationship.destinationEntity)),
            ("inverse", .string(relationship.inverseName)),
            ("isToMany", .bool(relationship.isToMany)),
            ("isOrdered", .bool(relationship.isOrdered)),
            ("isOptional", .bool(relationship.isOptional)),
            ("deleteRule", .string(relationship.deleteRule.rawValue)),
        ])
    }

    private static func json(_ property: FetchedPropertyDescription) -> JSONValue {
        .object([
            ("name", .string(property.name)),
            ("entity", .string(property.fetchRequest.entityName)),
            ("predicate", .string(property.fetchRequest.predicateFormat)),
        ])
    }
}
