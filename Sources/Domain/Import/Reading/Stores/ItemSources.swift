import ObjectModel

/// The sources of item columns in an entity of a foreign model.
struct ItemSources {
    private(set) var sources: [StoreTable.Source] = []

    private let entity: String
    private let model: ManagedObjectModel
    private let mapping: ColumnMapping

    /// Finds the sources: first the user's choices, so that nothing else takes their columns, then
    /// attributes and relationships by their names, by their former names, and by their types.
    init(_ entity: String, _ model: ManagedObjectModel, _ mapping: ColumnMapping) {
        self.entity = entity
        self.model = model
        self.mapping = mapping
        addAttributes()
        for relationship in model.allRelationships(of: entity) { add(relationship) }
        addOwn()
    }

    private mutating func add(
        _ column: ImportColumn, _ path: [String], _ form: StoreTable.Form = .value
    ) {
        var place = ImportHeader.Place(column: column)
        switch column {
        // Notes can have any number of sources.
        case .notes:
            place.label = ImportColumn(named: path[0], kind: .items) == .notes ? nil : path[0]
        case .fields: place.label = path[0]
        default: guard !sources.contains(where: { $0.column == column }) else { return }
        }
        sources.append(.init(name: path[0], place: place, path: path, form: form))
    }

    // MARK: - Attributes

    private mutating func addAttributes() {
        let attributes = model.allAttributes(of: entity).filter { !$0.isTransient }
        for attribute in attributes {
            guard case .column(let column)? = mapping.target(of: attribute.name),
                Self.takes(column, attribute.attributeType)
            else { continue }
            add(column, [attribute.name])
        }
        for attribute in attributes where mapping.target(of: attribute.name) == nil {
            let names = [attribute.name] + (attribute.renamingIdentifier.map { [$0] } ?? [])
            let column = names.lazy.compactMap { Self.column(named: $0, attribute.attributeType) }
                .first
            if let column { add(column, [attribute.name]) }
        }
    }

    /// The columns with text by users.
    private static let texts = Set(
        [.itemName, .serialNumber, .assetType, .notes, .fields, .location, .tags].including(
            Item.plainTexts))

    /// The columns for values of a type.
    private static func columns(of type: AttributeType) -> Set<ImportColumn> {
        let numbers: Set<ImportColumn> = [
            .valueInDollars, .orderingValue, .purchasePrice, .replacementValue,
        ]
        return switch type {
        case .binaryData, .transformable: [.thumbnail]
        case .date: [.dateCreated, .soldDate, .purchaseDate, .warrantyUntil]
        case .integer16, .integer32, .integer64: numbers.union([.quantity, .itemNumber])
        case let type where type.isNumeric: numbers
        case .string, .uuid: texts.union([.itemKey]).subtracting([.fields])
        default: []
        }
    }

    /// Whether values of an attribute can be converted to those of a column: a text can be
    /// anything.
    private static func takes(_ column: ImportColumn, _ type: AttributeType) -> Bool {
        guard ImportKind.items.columns.contains(column) || column == .thumbnail else {
            return false
        }
        return switch type {
        case .binaryData, .transformable: column == .thumbnail
        case .date: columns(of: type).contains(column) || [.notes, .fields].contains(column)
        case let type where type.isNumeric:
            columns(of: type).contains(column) || texts.contains(column)
        default: column != .thumbnail
        }
    }

    /// Returns nil if the type of the attribute does not fit.
    private static func column(named name: String, _ type: AttributeType) -> ImportColumn? {
        let columns = columns(of: type)
        if columns == [.thumbnail] {
            let pictures: Set = ["thumbnail", "thumbnaildata", "photo", "picture", "image"]
            return pictures.contains(ImportColumn.simplified(name)) ? .thumbnail : nil
        }
        return ImportColumn(named: name, kind: .items).flatMap { columns.contains($0) ? $0 : nil }
    }

    // MARK: - Relationships

    private mutating func add(_ relationship: RelationshipDescription) {
        let names = [relationship.name] + (relationship.renamingIdentifier.map { [$0] } ?? [])
        let target = mapping.target(of: relationship.name)
        if target == nil, relationship.destinationEntity == entity {
            // Only the key of a container identifies it.
            let isContainer = names.contains { ImportColumn(named: $0, kind: .items) == .container }
            let key = sources.first { $0.column == .itemKey }?.path.last
            guard isContainer, !relationship.isToMany, let key else { return }
            return add(.container, [relationship.name, key])
        }
        guard let label = model.label(of: relationship.destinationEntity) else { return }
        let known: Set<ImportColumn> =
            relationship.isToMany ? [.tags] : [.assetType, .location, .manufacturer, .seller]
        let column: ImportColumn? =
            switch target {
            case .nowhere: nil
            case .column(let column): Self.texts.contains(column) ? column : nil
            case nil:
                names.lazy.compactMap { ImportColumn(named: $0, kind: .items) }.first(
                    where: known.contains)
            }
        guard let column else { return }
        add(column, [relationship.name, label], form(of: relationship, in: column))
    }

    /// Treats locations separately, because they are nested.
    private func form(
        of relationship: RelationshipDescription, in column: ImportColumn
    ) -> StoreTable.Form {
        if relationship.isToMany { return .list }
        let destination = relationship.destinationEntity
        let outer = model.allRelationships(of: destination).first {
            !$0.isToMany && $0.destinationEntity == destination
        }
        guard column == .location, let outer else { return .value }
        return .way(outer.name)
    }

    // MARK: - Further values of this program's items

    private mutating func addOwn() {
        let lifetime = "hasLifetimeWarranty"
        if model.attribute(at: [lifetime], from: entity)?.attributeType == .boolean,
            mapping.target(of: lifetime) == nil
        {
            // The flag must follow the last day of the warranty, to override it.
            sources.append(
                .init(
                    name: lifetime, place: .init(column: .warrantyUntil), path: [lifetime],
                    form: .word(Warranty.lifetimeText)))
        }
        let (values, text) = ("fieldValues", "text")
        let path = [values, "field", "name"]
        if model.attribute(at: path, from: entity)?.attributeType == .string,
            model.attribute(at: [values, text], from: entity)?.attributeType == .string,
            mapping.target(of: values) == nil
        {
            sources.append(
                .init(name: values, place: .init(column: .fields), path: path, form: .fields(text)))
        }
    }
}
