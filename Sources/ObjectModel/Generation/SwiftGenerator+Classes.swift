extension SwiftGenerator {
    /// The list of the model's classes for Persistence.
    var classList: String {
        let classes = model.entityNamesInNumberOrder.compactMap { model[$0] }.map(classEntry)
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
        let slots = model.propertySlots(of: entity.name).map { "\"\($0)\"" }
        let keyPaths = keyPaths(of: entity).map { path, name in
            "\\\(className(of: entity)).\(path): \"\(name)\""
        }
        return """
            ManagedObjectClass(
                entityName: "\(entity.name)", objectClass: \(className(of: entity)).self,
                propertySlots: \(literal(of: slots, whenEmpty: "[]")),
                keyPaths: \(literal(of: keyPaths, whenEmpty: "[:]"))),
            """
    }

    /// The key paths of the generated properties, inherited ones included, with their names for
    /// fetches.
    private func keyPaths(of entity: EntityDescription) -> [(path: String, name: String)] {
        model.lineage(of: entity.name).flatMap { ancestor in
            let attributes = ancestor.attributes.flatMap(model.leafAttributes)
                .filter { PropertyType($0) != nil }
            let names = attributes.map(\.name) + ancestor.relationships.map(\.name)
            return names.sorted(by: caseInsensitiveOrder)
                .map { (SwiftName.escaped(propertyName(ofSlot: $0)), $0) }
        }
    }

    private func literal(of elements: [String], whenEmpty empty: String) -> String {
        guard let first = elements.first else { return empty }
        // swift-format would warn about a comma after a single element.
        if elements.count == 1 { return "[\n\(indented(first, levels: 2))\n    ]" }
        let lines = elements.map { indented($0 + ",", levels: 2) }.joined(separator: "\n")
        return "[\n\(lines)\n    ]"
    }
}
