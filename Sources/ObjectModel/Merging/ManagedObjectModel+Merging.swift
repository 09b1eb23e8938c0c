extension ManagedObjectModel {
    /// Merges models into one.
    ///
    /// ```swift
    /// let model = try ManagedObjectModel(merging: [books, loans])
    /// ```
    /// Equal parts with the same name are taken once, and configurations with the same name are
    /// joined. The merged model is not checked, because its entities may refer to those of yet
    /// another model.
    /// - Throws: all parts that two models describe differently.
    public init(merging models: [ManagedObjectModel]) throws(ModelError) {
        self.init()
        var faults: [ModelFault] = []
        for model in models {
            entities.merge(model.entities, named: \.name, comparing: \.essence) {
                faults.append(Self.conflict("entity", $0.name, in: model, entity: $0.name))
            }
            compositeAttributes.merge(
                model.compositeAttributes, named: \.name, comparing: \.essence
            ) { faults.append(Self.conflict("composite attribute", $0.name, in: model)) }
            fetchRequestTemplates.merge(
                model.fetchRequestTemplates, named: \.name, comparing: \.essence
            ) { faults.append(Self.conflict("fetch request", $0.name, in: model)) }
            configurations = Self.joined(configurations, model.configurations)
            versionIdentifiers += model.versionIdentifiers.filter { identifier in
                !versionIdentifiers.contains(identifier)
            }
        }
        let sources = models.compactMap(\.source)
        source = sources.isEmpty ? nil : sources.joined(separator: ", ")
        if !faults.isEmpty {
            throw ModelError(faults)
        }
    }

    private static func conflict(
        _ kind: String, _ name: String, in model: ManagedObjectModel, entity: String? = nil
    ) -> ModelFault {
        ModelFault(
            .error, file: model.source, entityName: entity,
            message: "another of the merged models has a different \(kind) \(name)")
    }

    private static func joined(
        _ first: [ConfigurationDescription], _ second: [ConfigurationDescription]
    ) -> [ConfigurationDescription] {
        second.reduce(into: first) { joined, configuration in
            guard let index = joined.firstIndex(where: { $0.name == configuration.name }) else {
                return joined.append(configuration)
            }
            let known = Set(joined[index].entityNames)
            joined[index].entityNames += configuration.entityNames.filter { !known.contains($0) }
        }
    }
}

extension Array {
    /// Appends new parts; one with a known name must be equal to it.
    fileprivate mutating func merge<Essence: Equatable>(
        _ others: [Element], named name: (Element) -> String,
        comparing essence: (Element) -> Essence, conflict: (Element) -> Void
    ) {
        for other in others {
            guard let known = first(where: { name($0) == name(other) }) else {
                append(other)
                continue
            }
            if essence(known) != essence(other) {
                conflict(other)
            }
        }
    }
}

// The comparison ignores the order of properties and unknown XML.

extension EntityDescription {
    fileprivate var essence: EntityDescription {
        var entity = self
        entity.representedClassName = nil
        entity.unknownXML = UnknownXML()
        entity.attributes = attributes.map(\.essence).sorted { $0.name < $1.name }
        entity.relationships = relationships.map(\.essence).sorted { $0.name < $1.name }
        entity.fetchedProperties = fetchedProperties.map(\.essence).sorted { $0.name < $1.name }
        entity.indexes = indexes.map(\.essence).sorted { $0.name < $1.name }
        return entity
    }
}

extension AttributeDescription {
    fileprivate var essence: AttributeDescription {
        var attribute = self
        attribute.unknownXML = UnknownXML()
        return attribute
    }
}

extension RelationshipDescription {
    fileprivate var essence: RelationshipDescription {
        var relationship = self
        relationship.unknownXML = UnknownXML()
        relationship.inverseEntity = nil
        return relationship
    }
}

extension FetchedPropertyDescription {
    fileprivate var essence: FetchedPropertyDescription {
        var property = self
        property.unknownXML = UnknownXML()
        property.fetchRequest = fetchRequest.essence
        return property
    }
}

extension FetchRequestTemplate {
    fileprivate var essence: FetchRequestTemplate {
        var template = self
        template.unknownXML = UnknownXML()
        return template
    }
}

extension FetchIndexDescription {
    fileprivate var essence: FetchIndexDescription {
        var index = self
        index.unknownXML = UnknownXML()
        index.elements = elements.map { element in
            var element = element
            element.unknownXML = UnknownXML()
            return element
        }
        return index
    }
}

extension CompositeAttributeDescription {
    fileprivate var essence: CompositeAttributeDescription {
        var composite = self
        composite.unknownXML = UnknownXML()
        composite.attributes = attributes.map(\.essence).sorted { $0.name < $1.name }
        return composite
    }
}
