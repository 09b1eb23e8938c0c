import ObjectModel

extension StoreTable {
    private static let itemNames: Set = ["Item", "BNRItem"]

    /// The inventory: the entity that the user chose, or else one by its name, its former name, or
    /// its properties; nil if there is none.
    static func inventory(of model: ManagedObjectModel, _ reading: ImportReading) -> StoreTable? {
        let entities = model.entities.filter {
            !$0.isAbstract && (reading.entity == nil || reading.entity == $0.name)
        }
        let candidates = entities.compactMap { entity -> (table: StoreTable, weight: Int)? in
            let table = items(entity.name, model, reading.mapping)
            let columns = Set(table.columns)
            let isNamed =
                itemNames.contains(entity.name)
                || entity.renamingIdentifier.map(itemNames.contains) ?? false
            let isAlike = !columns.isDisjoint(with: [.serialNumber, .valueInDollars, .itemKey])
            guard columns.contains(.itemName), isNamed || isAlike || reading.entity != nil else {
                return nil
            }
            return (table, table.sources.count + (isNamed ? 100 : 0))
        }
        return candidates.max { $0.weight < $1.weight }?.table
    }

    /// The attributes and relationships of items are recognized by their names, by their former names,
    /// and by their types.
    private static func items(
        _ entity: String, _ model: ManagedObjectModel, _ mapping: ColumnMapping
    ) -> StoreTable {
        let attributes = model.allAttributes(of: entity)
        let relationships = model.allRelationships(of: entity)
        var found = StoreSources(mapping)
        for attribute in attributes where !attribute.isTransient {
            let (name, type) = (attribute.name, attribute.attributeType)
            let names = [name, attribute.renamingIdentifier].compactMap(\.self)
            found.add(
                name, [name], takes: { takes($0, type) },
                recognizedAs: names.lazy.compactMap { column(named: $0, type) }.first)
        }
        for relationship in relationships { add(relationship, of: entity, model, to: &found) }
        let sources = found.all + ownItemSources(entity, model, mapping)
        let read = Set(sources.map(\.name))
        let isChosen: (RelationshipDescription) -> Bool = { !$0.isToMany || read.contains($0.name) }
        var table = StoreTable(
            .items, entity, sources,
            names: attributes.map(\.name) + relationships.filter(isChosen).map(\.name),
            others: relationships.filter { !isChosen($0) }.map(\.name))
        table.order = sources.filter { $0.column == .orderingValue }.map(\.name)
        table.trashing =
            attributes.first { $0.name == "trashedDate" && $0.attributeType == .date }?.name
        return table
    }

    // MARK: - Attributes

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

    private static func add(
        _ relationship: RelationshipDescription, of entity: String, _ model: ManagedObjectModel,
        to found: inout StoreSources
    ) {
        let (name, destination) = (relationship.name, relationship.destinationEntity)
        let columns = [name, relationship.renamingIdentifier].compactMap { name in
            name.flatMap { ImportColumn(named: $0, kind: .items) }
        }
        // Only the key of a container identifies it.
        let key = found.all.first { $0.column == .itemKey }?.path.last
        if destination == entity, columns.contains(.container), !relationship.isToMany, let key {
            found.add(name, [name, key], takes: { _ in false }, recognizedAs: .container)
        }
        guard let label = model.label(of: destination) else { return }
        let known: Set<ImportColumn> =
            destination == entity
            ? []
            : relationship.isToMany ? [.tags] : [.assetType, .location, .manufacturer, .seller]
        found.add(
            name, [name, label], takes: texts.contains,
            recognizedAs: columns.first(where: known.contains)
        ) { form(of: relationship, in: $0, model) }
    }

    /// Treats locations separately, because they are nested.
    private static func form(
        of relationship: RelationshipDescription, in column: ImportColumn,
        _ model: ManagedObjectModel
    ) -> Form {
        if relationship.isToMany { return .list }
        let destination = relationship.destinationEntity
        let outer = model.allRelationships(of: destination).first {
            !$0.isToMany && $0.destinationEntity == destination
        }
        guard column == .location, let outer else { return .value }
        return .way(outer.name)
    }

    // MARK: - Further values of this program's items

    private static func ownItemSources(
        _ entity: String, _ model: ManagedObjectModel, _ mapping: ColumnMapping
    ) -> [Source] {
        func has(_ path: [String], _ type: AttributeType) -> Bool {
            model.attribute(at: path, from: entity)?.attributeType == type
                && mapping.target(of: path[0]) == nil
        }
        let (lifetime, values, text) = ("hasLifetimeWarranty", "fieldValues", "text")
        let path = [values, "field", "name"]
        var sources: [Source] = []
        if has([lifetime], .boolean) {
            // The flag must follow the last day of the warranty, to override it.
            sources.append(
                Source(
                    name: lifetime, place: .init(column: .warrantyUntil), path: [lifetime],
                    form: .word(Warranty.lifetimeText)))
        }
        if has(path, .string), has([values, text], .string) {
            sources.append(
                Source(
                    name: values, place: .init(column: .fields), path: path, form: .fields(text)))
        }
        return sources
    }
}
