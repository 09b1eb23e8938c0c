extension SwiftGenerator {
    /// The members of an entity's extension in slot order, followed by fetched properties.
    func members(of entity: EntityDescription) -> [String] {
        let slots = model.propertySlots(of: entity.name)
        let numbers = Dictionary(slots.enumerated().map { ($1, $0) }) { first, _ in first }
        let attributes = entity.attributes.flatMap { attribute in
            model.leafAttributes(of: attribute).compactMap { leaf in
                numbers[leaf.name].flatMap { slot in
                    property(leaf, derived: attribute.isDerived, slot: slot).map { (slot, $0) }
                }
            }
        }
        let relationships = entity.relationships.compactMap { relationship in
            numbers[relationship.name].map { ($0, members(of: relationship, slot: $0)) }
        }
        return (attributes + relationships).sorted { $0.0 < $1.0 }.map(\.1)
            + entity.fetchedProperties.sorted { caseInsensitiveOrder($0.name, $1.name) }
            .map(property)
    }

    /// The property of a slot: `homeStreet` for `home.street`.
    func propertyName(ofSlot slot: String) -> String {
        let parts = slot.split(separator: ".").map(String.init)
        return (parts.first ?? "") + parts.dropFirst().map(SwiftName.capitalized).joined()
    }

    private func property(
        _ attribute: AttributeDescription, derived isDerived: Bool, slot: Int
    ) -> String? {
        guard let type = PropertyType(attribute) else { return nil }
        let name = SwiftName.escaped(propertyName(ofSlot: attribute.name))
        guard !isDerived else {
            return "public var \(name): \(type.swiftType) { \(type.getter(slot)) }"
        }
        return property(name, type.swiftType, get: type.getter(slot), set: type.setter(slot))
    }

    private func property(_ property: FetchedPropertyDescription) -> String {
        let type = destination(property.fetchRequest.entityName)
        return """
            public var \(SwiftName.escaped(property.name)): [\(type)] {
                fetched("\(property.name)", as: \(type).self)
            }
            """
    }

    private func property(_ name: String, _ type: String, get: String, set: String) -> String {
        """
        public var \(name): \(type) {
            get { \(get) }
            set { \(set) }
        }
        """
    }

    private func members(of relationship: RelationshipDescription, slot: Int) -> String {
        let name = SwiftName.escaped(relationship.name)
        let type = destination(relationship.destinationEntity)
        if !relationship.isToMany {
            return property(
                name, "\(type)?", get: "toOne(at: \(slot), as: \(type).self)",
                set: "setToOne(newValue, at: \(slot))")
        }
        let suffix = SwiftName.capitalized(relationship.name)
        if !relationship.isOrdered {
            return property(
                name, "Set<\(type)>", get: "toMany(at: \(slot), as: \(type).self)",
                set: "setToMany(newValue, at: \(slot))")
                + "\n\n" + additionAndRemoval(suffix, type, slot)
        }
        return property(
            name, "[\(type)]", get: "orderedToMany(at: \(slot), as: \(type).self)",
            set: "setOrderedToMany(newValue, at: \(slot))")
            + "\n\n" + additionAndRemoval(suffix, type, slot)
            + "\n\n" + ordering(suffix, type, slot)
    }

    private func destination(_ entityName: String) -> String {
        model[entityName].map(className) ?? entityName
    }

    private func additionAndRemoval(_ suffix: String, _ type: String, _ slot: Int) -> String {
        """
        public func addTo\(suffix)(_ object: \(type)) {
            addToMany(CollectionOfOne(object), at: \(slot))
        }

        public func addTo\(suffix)(_ objects: some Sequence<\(type)>) {
            addToMany(objects.map { $0 }, at: \(slot))
        }

        public func removeFrom\(suffix)(_ object: \(type)) {
            removeFromToMany(CollectionOfOne(object), at: \(slot))
        }

        public func removeFrom\(suffix)(_ objects: some Sequence<\(type)>) {
            removeFromToMany(objects.map { $0 }, at: \(slot))
        }
        """
    }

    private func ordering(_ suffix: String, _ type: String, _ slot: Int) -> String {
        """
        public func insertInto\(suffix)(_ object: \(type), at index: Int) {
            insertIntoOrdered(object, at: index, slot: \(slot))
        }

        public func removeFrom\(suffix)(at index: Int) {
            removeFromOrdered(at: index, slot: \(slot))
        }

        public func move\(suffix)(from source: Int, to destination: Int) {
            moveInOrdered(from: source, to: destination, slot: \(slot))
        }

        public func replace\(suffix)(at index: Int, with object: \(type)) {
            replaceInOrdered(at: index, with: object, slot: \(slot))
        }
        """
    }
}
