import ObjectModel

/// The page of an entity: its description in the model, and its records.
struct EntityPage: TemplatePage {
    static let template = "model/show"

    var layout: LayoutPage
    var name: String
    /// The summary: `9 attributes, 1 relationship`.
    var summary: String
    /// Whether the description is unfolded, as without a search for records.
    var isOpen: Bool
    var facts: [Fact] = []
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    var fetchedProperties: [FetchedProperty] = []
    var rules: [Rule] = []
    var records: EntityRecordsView

    /// A property of the entity itself.
    struct Fact: Sendable {
        var label: String
        var text: String
        var path = ""
        var isLink = false
    }

    struct Attribute: Sendable {
        var name: String
        var type: String
        var defaultValue: String
        var bounds: String
        var pattern: String
        var marks: String
    }

    struct Relationship: Sendable {
        var name: String
        var destination: String
        var destinationPath: String
        var inverse: String
        var kind: String
        var deleteRule: String
        var marks: String
    }

    struct FetchedProperty: Sendable {
        var name: String
        var entity: String
        var entityPath: String
        var predicate: String
    }

    /// A rule for an object or a value, with its message.
    struct Rule: Sendable {
        var format: String
        var message: String
    }
}

extension EntityPage {
    /// The description of an entity, with the view of its records.
    ///
    /// - Parameter query: the view. The description is folded if the view selects records.
    init(
        _ entity: EntityDescription, _ browser: ModelBrowser, _ query: ListQuery,
        records: EntityRecordsView
    ) {
        let (model, links) = (browser.model, browser.links)
        var layout = browser.makeLayout(entity.name, [browser.crumb])
        layout.alternates = [.json(records.jsonPath), .csv(records.csvPath)]
        if browser.site != nil {
            let events = query.address(of: SitePath.modelEntity(entity.name).events)
            layout.alternates.append(.events(links(events)))
        }
        self.init(
            layout: layout, name: entity.name, summary: PropertyText.counts(of: entity),
            isOpen: query.parameters.isEmpty, records: records)
        facts = Self.facts(entity, model, links)
        attributes = model.allAttributes(of: entity.name).map(Attribute.init)
        relationships = model.allRelationships(of: entity.name).map { Relationship($0, links) }
        fetchedProperties = model.lineage(of: entity.name).flatMap(\.fetchedProperties)
            .map { FetchedProperty($0, links) }
        rules = Self.rules(entity, model)
    }

    private static func facts(
        _ entity: EntityDescription, _ model: ManagedObjectModel, _ links: SiteLinks
    ) -> [Fact] {
        func link(_ label: String, _ name: String) -> Fact {
            Fact(label: label, text: name, path: links(.modelEntity(name)), isLink: true)
        }
        var facts = [Fact(label: "Class", text: entity.managedObjectClassName)]
        if entity.isAbstract {
            facts.append(Fact(label: "Abstract", text: "only its subentities have records"))
        }
        if let parent = entity.superentityName { facts.append(link("Inherits from", parent)) }
        facts += model.subentities(of: entity.name).map { link("Inherited by", $0.name) }
        facts += entity.uniquenessConstraints.map {
            Fact(label: "Unique", text: $0.joined(separator: ", "))
        }
        facts += entity.indexes.map { Fact(label: "Index", text: PropertyText.text(of: $0)) }
        facts += entity.compoundIndexes.map {
            Fact(label: "Index", text: $0.joined(separator: ", "))
        }
        if let name = entity.renamingIdentifier { facts.append(Fact(label: "Was", text: name)) }
        return facts
    }

    private static func rules(_ entity: EntityDescription, _ model: ManagedObjectModel) -> [Rule] {
        model.lineage(of: entity.name).flatMap { entity in
            entity.validationPredicates.map { Rule(format: $0.format, message: $0.message) }
                + entity.attributes.flatMap { attribute in
                    attribute.validationPredicates.map {
                        Rule(
                            format: $0.format.replacing("SELF", with: attribute.name),
                            message: $0.message)
                    }
                }
        }
    }
}

extension EntityPage.Attribute {
    fileprivate init(_ attribute: AttributeDescription) {
        self.init(
            name: attribute.name, type: attribute.attributeType.rawValue,
            defaultValue: PropertyText.defaultValue(of: attribute),
            bounds: PropertyText.bounds(of: attribute),
            pattern: attribute.regularExpression ?? "", marks: PropertyText.marks(of: attribute))
    }
}

extension EntityPage.Relationship {
    fileprivate init(_ relationship: RelationshipDescription, _ links: SiteLinks) {
        self.init(
            name: relationship.name, destination: relationship.destinationEntity,
            destinationPath: links(.modelEntity(relationship.destinationEntity)),
            inverse: relationship.inverseName ?? "none",
            kind: PropertyText.kind(of: relationship),
            deleteRule: relationship.deleteRule.rawValue,
            marks: PropertyText.marks(of: relationship))
    }
}

extension EntityPage.FetchedProperty {
    fileprivate init(_ property: FetchedPropertyDescription, _ links: SiteLinks) {
        let request = property.fetchRequest
        self.init(
            name: property.name, entity: request.entityName,
            entityPath: links(.modelEntity(request.entityName)),
            predicate: request.predicateFormat ?? "")
    }
}
