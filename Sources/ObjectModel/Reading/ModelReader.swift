/// Creates descriptions from the elements of a model file.
struct ModelReader {
    private let file: String
    private(set) var faults: [ModelFault] = []
    private(set) var compositeNames: Set<String> = []

    init(file: String) {
        self.file = file
    }

    mutating func model(_ element: ParsedElement) -> ManagedObjectModel {
        var reader = reader(for: element)
        var model = ManagedObjectModel()
        model.source = file
        // Xcode uses the first name, other tools the second.
        let composites = reader.children("composite") + reader.children("compositeAttribute")
        compositeNames = Set(composites.compactMap { $0.attributes["name"] })
        model.entities = reader.children("entity").map { entity($0) }
        model.compositeAttributes = composites.map { composite($0) }
        model.configurations = reader.children("configuration").map { configuration($0) }
        model.fetchRequestTemplates = reader.children("fetchRequest").map { fetchRequest($0) }
        if let identifier = reader.string("userDefinedModelVersionIdentifier") {
            model.versionIdentifiers = [identifier]
        }
        model.unknownXML = finish(reader)
        return model
    }

    // MARK: - Shared by the extensions

    func reader(
        for element: ParsedElement, entity: String? = nil, property: String? = nil
    ) -> ElementReader {
        ElementReader(
            element,
            place: ModelFault(
                .error, file: file, entityName: entity, propertyName: property, message: ""))
    }

    /// Collects the faults of an element and returns its unknown parts.
    mutating func finish(_ reader: ElementReader) -> UnknownXML {
        var reader = reader
        let unknown = reader.unknown
        // Other tools name a composite in another attribute.
        for (name, value) in unknown.attributes.sorted(by: { $0.key < $1.key })
        where !compositeNames.contains(value) {
            guard let warning = XcodeAttributes.warning(of: name, in: reader.elementName) else {
                continue
            }
            reader.fault(warning, .warning)
        }
        faults += reader.faults
        return unknown
    }

    // MARK: - Other parts of the model

    private mutating func composite(_ element: ParsedElement) -> CompositeAttributeDescription {
        let given = element.attributes["name"]
        var reader = reader(for: element, entity: given)
        let name = reader.requiredString("name", of: "a composite attribute")
        let elements = reader.children("attribute")
        var composite = CompositeAttributeDescription(
            name, attributes: elements.map { attribute($0, of: name) })
        composite.unknownXML = finish(reader)
        return composite
    }

    private mutating func configuration(_ element: ParsedElement) -> ConfigurationDescription {
        var reader = reader(for: element)
        let name = reader.requiredString("name", of: "a configuration")
        let members = reader.children("memberEntity").compactMap { $0.attributes["name"] }
        var configuration = ConfigurationDescription(name, entityNames: members)
        configuration.unknownXML = finish(reader)
        return configuration
    }

    mutating func fetchRequest(
        _ element: ParsedElement, entity: String? = nil, property: String? = nil
    ) -> FetchRequestTemplate {
        var reader = reader(for: element, entity: entity, property: property)
        var template = FetchRequestTemplate(
            name: reader.requiredString("name", of: "a fetch request"),
            entityName: reader.requiredString("entity", of: "a fetch request"),
            predicateFormat: reader.string("predicateString"))
        var unknown = finish(reader)
        template.options = unknown.attributes
        unknown.attributes = [:]
        template.unknownXML = unknown
        return template
    }
}
