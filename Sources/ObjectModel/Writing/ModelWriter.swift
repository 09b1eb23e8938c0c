import Foundation

/// Creates the elements of a model file from descriptions.
struct ModelWriter {
    private let source: ManagedObjectModel

    init(_ model: ManagedObjectModel) {
        source = model
    }

    func model() -> OutputElement {
        var element = OutputElement("model")
        element.set("userDefinedModelVersionIdentifier", source.versionIdentifiers.first)
        if source.unknownXML.attributes["type"] == nil {
            setDefaults(of: &element)
        }
        element.add(source.entities.map(entity))
        element.add(source.compositeAttributes.map(composite))
        element.add(source.fetchRequestTemplates.map(fetchRequest))
        element.add(source.configurations.map(configuration))
        element.add(source.unknownXML, order: attributeOrder)
        return element
    }

    /// Xcode wrote the version's identifier first before it knew source languages.
    private var attributeOrder: [String] {
        let identifier = ["userDefinedModelVersionIdentifier"]
        let others = [
            "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
            "minimumToolsVersion", "macOSVersion", "iOSVersion", "sourceLanguage",
            "usedWithCloudKit", "usedWithSwiftData",
        ]
        let known = source.unknownXML.attributes
        let isOld = known["type"] != nil && known["sourceLanguage"] == nil
        return ["name"] + (isOld ? identifier + others : others + identifier)
    }

    /// Sets attributes that Xcode expects and another tool may have left out.
    private func setDefaults(of element: inout OutputElement) {
        let defaults = [
            "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0",
            "lastSavedToolsVersion": "22758", "systemVersion": "23E224",
            "minimumToolsVersion": "Automatic", "sourceLanguage": "Swift",
        ]
        for (name, value) in defaults where source.unknownXML.attributes[name] == nil {
            element.set(name, value)
        }
        if source.versionIdentifiers.isEmpty {
            element.set("userDefinedModelVersionIdentifier", "")
        }
    }

    // MARK: - Entities

    private func entity(_ entity: EntityDescription) -> OutputElement {
        var element = OutputElement("entity")
        let hasOwnClass = entity.managedObjectClassName != entity.name
        element.set("name", entity.name)
        element.set(
            "representedClassName",
            entity.representedClassName ?? (hasOwnClass ? entity.managedObjectClassName : nil))
        element.set("isAbstract", entity.isAbstract)
        element.set("parentEntity", entity.superentityName)
        element.set("elementID", entity.renamingIdentifier)
        element.set("versionHashModifier", entity.versionHashModifier)
        element.set("codeGenerationType", entity.codeGenerationType)
        element.add(entity.attributes.map(attribute))
        element.add(entity.relationships.map(relationship))
        element.add(entity.fetchedProperties.map(fetchedProperty))
        element.add(entity.indexes.map(index))
        element.add(lists(entity.compoundIndexes, "compoundIndexes", "compoundIndex", "index"))
        element.add(
            lists(
                entity.uniquenessConstraints, "uniquenessConstraints", "uniquenessConstraint",
                "constraint"))
        element.add(userInfo(entity.userInfo))
        element.add(entity.unknownXML)
        return element
    }

    private func lists(
        _ lists: [[String]], _ outer: String, _ list: String, _ item: String
    ) -> [OutputElement] {
        guard !lists.isEmpty else { return [] }
        var element = OutputElement(outer)
        element.add(
            lists.map { values in
                var element = OutputElement(list)
                element.add(
                    values.map { value in
                        var element = OutputElement(item)
                        element.set("value", value)
                        return element
                    })
                return element
            })
        return [element]
    }

    private func index(_ index: FetchIndexDescription) -> OutputElement {
        var element = OutputElement("fetchIndex")
        element.set("name", index.name)
        element.set("partialIndexPredicate", index.partialIndexPredicateFormat)
        element.add(
            index.elements.map { part in
                var element = OutputElement("fetchIndexElement")
                element.set("property", part.propertyName)
                element.set("expression", part.expression)
                element.set("expressionType", part.expressionType)
                element.set("type", part.collationType.rawValue)
                element.set("order", part.isAscending ? "ascending" : "descending")
                element.add(part.unknownXML)
                return element
            })
        element.add(index.unknownXML)
        return element
    }

    // MARK: - Parts of the model

    private func composite(_ composite: CompositeAttributeDescription) -> OutputElement {
        var element = OutputElement("composite")
        element.set("name", composite.name)
        element.add(composite.attributes.map(attribute))
        element.add(composite.unknownXML, order: ["name"])
        return element
    }

    private func configuration(_ configuration: ConfigurationDescription) -> OutputElement {
        var element = OutputElement("configuration")
        element.set("name", configuration.name)
        element.add(
            configuration.entityNames.map { name in
                var element = OutputElement("memberEntity")
                element.set("name", name)
                return element
            })
        element.add(configuration.unknownXML, order: ["name"])
        return element
    }

    func fetchRequest(_ template: FetchRequestTemplate) -> OutputElement {
        var element = OutputElement("fetchRequest")
        element.set("name", template.name)
        element.set("entity", template.entityName)
        element.set("predicateString", template.predicateFormat)
        for (name, value) in template.options {
            element.set(name, value)
        }
        element.add(template.unknownXML, order: ["name", "entity", "predicateString"])
        return element
    }

    func userInfo(_ values: [String: String]) -> [OutputElement] {
        guard !values.isEmpty else { return [] }
        var element = OutputElement("userInfo")
        element.add(
            values.sorted { $0.key < $1.key }.map { key, value in
                var element = OutputElement("entry")
                element.set("key", key)
                element.set("value", value)
                return element
            })
        return [element]
    }
}
