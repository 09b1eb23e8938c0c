/// Checks a model, and collects all errors and warnings.
struct ModelCheck {
    let model: ManagedObjectModel
    private(set) var faults: [ModelFault] = []
    /// The entities by name; the first of several with the same name.
    let entities: [String: EntityDescription]
    /// The composites by name; the first of several with the same name.
    let composites: [String: CompositeAttributeDescription]

    init(_ model: ManagedObjectModel) {
        self.model = model
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        composites = Dictionary(model.compositeAttributes.map { ($0.name, $0) }) { first, _ in
            first
        }
    }

    mutating func run() {
        checkEntityNames()
        for entity in model.entities {
            check(entity)
        }
        checkComposites()
        checkConfigurations()
        checkFetchRequestTemplates()
    }

    private mutating func checkEntityNames() {
        let names = model.entities.map(\.name)
        for name in names.duplicates {
            error("there is more than one entity of this name", name)
        }
        for group in Dictionary(grouping: Set(names), by: { $0.uppercased() }).values
            .map({ $0.sorted() }).sorted(by: { $0[0] < $1[0] })
        where group.count > 1 {
            warning(
                "\(group.joined(separator: " and ")) differ only in case: the names of their tables "
                    + "differ by a number"
            )
        }
        let repeated = names.duplicates
        let classes = model.entities.filter { !repeated.contains($0.name) }
            .map(\.managedObjectClassName)
        for name in classes.duplicates {
            warning("more than one entity has the class \(name)")
        }
    }

    private mutating func checkConfigurations() {
        report(
            duplicatesOf: model.configurations.map(\.name),
            as: { "there is more than one configuration of the name \($0)" })
        for configuration in model.configurations {
            let members = Set(configuration.entityNames)
            for name in configuration.entityNames where entities[name] == nil {
                error("configuration \(configuration.name) names an unknown entity \(name)")
            }
            for entity in model.entities where members.contains(entity.name) {
                for relationship in entity.relationships
                where entities[relationship.destinationEntity] != nil
                    && !members.contains(relationship.destinationEntity)
                {
                    warning(
                        "\(relationship.destinationEntity), where it leads to, is not in "
                            + "configuration \(configuration.name), and relationships cannot "
                            + "cross stores",
                        entity.name, relationship.name)
                }
            }
        }
    }

    private mutating func checkFetchRequestTemplates() {
        report(
            duplicatesOf: model.fetchRequestTemplates.map(\.name),
            as: { "there is more than one fetch request template of the name \($0)" })
        for template in model.fetchRequestTemplates where entities[template.entityName] == nil {
            error("fetch request \(template.name) fetches an unknown entity \(template.entityName)")
        }
    }

    // MARK: - Looking up

    /// An entity and its ancestors, the entity first, ending at an unknown or repeated parent.
    func ancestry(of entity: EntityDescription) -> [EntityDescription] {
        var ancestry = [entity]
        var seen: Set = [entity.name]
        while let name = ancestry.last?.superentityName, let parent = entities[name],
            seen.insert(name).inserted
        {
            ancestry.append(parent)
        }
        return ancestry
    }

    /// The property with a name of an entity's records.
    func property(_ name: String, of entity: EntityDescription) -> CheckedProperty? {
        for entity in ancestry(of: entity) {
            if let relationship = entity.relationships.last(where: { $0.name == name }) {
                return .relationship(relationship)
            }
            if let attribute = entity.attributes.last(where: { $0.name == name }) {
                return .attribute(attribute)
            }
        }
        return nil
    }

    // MARK: - Reporting

    mutating func error(_ message: String, _ entity: String? = nil, _ property: String? = nil) {
        report(.error, message, entity, property)
    }

    mutating func warning(_ message: String, _ entity: String? = nil, _ property: String? = nil) {
        report(.warning, message, entity, property)
    }

    private mutating func report(
        _ severity: ModelFault.Severity, _ message: String, _ entity: String?, _ property: String?
    ) {
        faults.append(
            ModelFault(
                severity, file: model.source, entityName: entity, propertyName: property,
                message: message))
    }

    /// Reports duplicate names.
    mutating func report(duplicatesOf names: [String], as message: (String) -> String) {
        for name in names.duplicates {
            error(message(name))
        }
    }
}

/// A property with a stored value in each record.
enum CheckedProperty {
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
}

extension [String] {
    /// The duplicate values, each once, sorted.
    var duplicates: [String] {
        Dictionary(grouping: self) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    }
}
