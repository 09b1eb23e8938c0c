extension ModelReader {
    mutating func entity(_ element: ParsedElement) -> EntityDescription {
        var reader = reader(for: element, entity: element.attributes["name"])
        var entity = EntityDescription(reader.requiredString("name", of: "an entity"))
        let name = entity.name
        entity.isAbstract = reader.flag("isAbstract")
        entity.superentityName = reader.name("parentEntity")
        entity.representedClassName = reader.name("representedClassName")
        entity.managedObjectClassName = className(entity.representedClassName, of: name)
        entity.renamingIdentifier = reader.name("elementID")
        entity.versionHashModifier = reader.string("versionHashModifier")
        entity.codeGenerationType = reader.name("codeGenerationType")
        entity.attributes = reader.children("attribute").map { attribute($0, of: name) }
        entity.relationships = reader.children("relationship").map { relationship($0, of: name) }
        entity.fetchedProperties = reader.children("fetchedProperty").map {
            fetchedProperty($0, of: name)
        }
        entity.indexes = reader.children("fetchIndex").map { index($0, of: name) }
        entity.uniquenessConstraints = propertyLists(
            in: &reader, "uniquenessConstraints", "uniquenessConstraint", "constraint")
        entity.compoundIndexes = propertyLists(
            in: &reader, "compoundIndexes", "compoundIndex", "index")
        entity.userInfo = reader.userInfo()
        entity.unknownXML = finish(reader)
        return entity
    }

    /// The class without its module: `Item` for `.Item` and `Shop.Item`.
    private func className(_ represented: String?, of entityName: String) -> String {
        guard let last = represented?.split(separator: ".").last else { return entityName }
        return last == "NSManagedObject" ? entityName : String(last)
    }

    private func propertyLists(
        in reader: inout ElementReader, _ outer: String, _ list: String, _ item: String
    ) -> [[String]] {
        reader.children(outer).flatMap(\.children).filter { $0.name == list }.map {
            $0.children.filter { $0.name == item }.compactMap { $0.attributes["value"] }
        }
    }

    private mutating func index(
        _ element: ParsedElement, of entity: String
    ) -> FetchIndexDescription {
        var reader = reader(for: element, entity: entity, property: element.attributes["name"])
        let name = reader.requiredString("name", of: "an index")
        let elements = reader.children("fetchIndexElement")
        var index = FetchIndexDescription(
            name, elements: elements.map { indexElement($0, of: entity, index: name) })
        index.partialIndexPredicateFormat = reader.name("partialIndexPredicate")
        index.unknownXML = finish(reader)
        return index
    }

    private mutating func indexElement(
        _ element: ParsedElement, of entity: String, index: String
    ) -> FetchIndexElementDescription {
        var reader = reader(for: element, entity: entity, property: index)
        var description: FetchIndexElementDescription
        if let expression = reader.string("expression") {
            description = FetchIndexElementDescription(
                expression: expression, type: reader.string("expressionType"))
        } else {
            description = FetchIndexElementDescription(
                propertyName: reader.requiredString("property", of: "an element of the index"))
        }
        description.collationType = reader.choice(
            "type", FetchIndexElementDescription.CollationType.self, else: .binary)
        switch reader.string("order") {
        case "descending": description.isAscending = false
        case nil, "ascending": break
        case .some(let order):
            reader.fault("order is \"\(order)\", which is neither ascending nor descending")
        }
        description.unknownXML = finish(reader)
        return description
    }
}
