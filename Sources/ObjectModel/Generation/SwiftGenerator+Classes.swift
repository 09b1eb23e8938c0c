extension SwiftGenerator {
    /// The list of the model's classes for Persistence.
    var classList: String {
        let entries = model.entityNamesInNumberOrder.compactMap { model[$0] }.map(classEntry)
        // swift-format would warn about a comma after a single element.
        let classes = entries.count == 1 ? entries : entries.map { $0 + "," }
        return """
            /// The classes and key paths that are generated from the model \(modelName).
            nonisolated public let \(classListName): [ManagedObjectClass] = [
            \(classes.map { indented($0) }.joined(separator: "\n"))
            ]
            """
    }

    /// `inventoryModelClasses` for `Inventory`, `smsLogModelClasses` for `SMS Log`.
    var classListName: String {
        let words = modelName.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let name = words.enumerated().map { index, word in
            index == 0 ? lowercasedStart(word) : SwiftName.capitalized(word)
        }.joined()
        return (name.first?.isLetter == true ? name : "_" + name) + "ModelClasses"
    }

    private func lowercasedStart(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let isAcronym = capitals.count > 1 && capitals.count < word.count
        let head = capitals.prefix(isAcronym ? capitals.count - 1 : capitals.count)
        return head.lowercased() + word.dropFirst(head.count)
    }

    private func classEntry(_ entity: EntityDescription) -> String {
        let keyPaths = keyPathNames(of: entity)
        let properties = model.propertySlots(of: entity.name).map { name in
            let keyPath = keyPaths[name].map { "\\\(className(of: entity)).\($0)" }
            return "(\"\(name)\", \(keyPath ?? "nil"))"
        }
        return """
            ManagedObjectClass(
                entityName: "\(entity.name)", objectClass: \(className(of: entity)).self,
                properties: \(literal(of: properties)))
            """
    }

    /// The generated properties of an entity, inherited ones included, by the names that fetches use.
    private func keyPathNames(of entity: EntityDescription) -> [String: String] {
        let names = model.lineage(of: entity.name).flatMap { ancestor in
            ancestor.attributes.flatMap(model.leafAttributes).filter { PropertyType($0) != nil }
                .map(\.name) + ancestor.relationships.map(\.name)
        }
        return Dictionary(
            names.map { ($0, SwiftName.escaped(propertyName(ofSlot: $0))) },
            uniquingKeysWith: { first, _ in first })
    }

    private func literal(of elements: [String]) -> String {
        guard let first = elements.first else { return "[]" }
        // swift-format would warn about a comma after a single element.
        if elements.count == 1 { return "[\n\(indented(first, levels: 2))\n    ]" }
        let lines = elements.map { indented($0 + ",", levels: 2) }.joined(separator: "\n")
        return "[\n\(lines)\n    ]"
    }
}
