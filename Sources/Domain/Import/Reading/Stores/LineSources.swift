import ObjectModel

/// The sources of columns for lines of sales in an entity of a foreign model, and in those that it
/// refers to. Users call them by their key paths: `customer.name`.
struct LineSources {
    /// The role of an entity for a line.
    private enum Role {
        case line, sale, customer, product

        init?(_ name: String) {
            let name = ImportColumn.simplified(name)
            func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
            if has("customer", "buyer", "client") {
                self = .customer
            } else if has("product", "article", "item") {
                self = .product
            } else if has("sale", "order", "purchase", "invoice", "receipt", "transaction") {
                self = .sale
            } else {
                return nil
            }
        }
    }

    private let entity: String
    private let model: ManagedObjectModel
    private let mapping: ColumnMapping
    private var names: [String] = []
    private var sources: [StoreTable.Source] = []

    init(_ entity: String, _ model: ManagedObjectModel, _ mapping: ColumnMapping) {
        self.entity = entity
        self.model = model
        self.mapping = mapping
        // The user's choices come first, so that nothing else takes their columns.
        for isSaid in [true, false] { add(entity, [], .line, isSaid: isSaid) }
    }

    /// The table; nil if a line has neither a product nor a day, or no other value.
    var table: StoreTable? {
        let columns = Set(sources.map(\.column))
        guard columns.contains(.date), !columns.isDisjoint(with: [.productName, .product]),
            !columns.isDisjoint(with: [
                .quantity, .unitPrice, .customer, .customerName, .emailid, .contactno,
            ])
        else { return nil }
        var table = StoreTable(.lines, entity, sources, names: names)
        // Lines of one sale are adjacent: if the day has no time, those with the same values for
        // the sale.
        table.order = ImportKind.saleColumns.compactMap { column in
            sources.first { $0.column == column }?.name
        }
        return table
    }

    /// Adds the attributes of an entity at the end of a key path, and those of the entities that it
    /// refers to.
    private mutating func add(_ entity: String, _ path: [String], _ role: Role?, isSaid: Bool) {
        let label = model.label(of: entity)
        for attribute in model.allAttributes(of: entity) where !attribute.isTransient {
            let path = path + [attribute.name]
            let name = path.joined(separator: ".")
            if isSaid { names.append(name) }
            let column: ImportColumn?
            switch mapping.target(of: name) {
            case .nowhere: column = nil
            case .column(let said):
                column = isSaid && Self.takes(said, attribute.attributeType) ? said : nil
            case nil:
                column =
                    isSaid
                    ? nil : Self.column(of: attribute, role, isLabel: attribute.name == label)
            }
            guard let column, !sources.contains(where: { $0.column == column }) else { continue }
            sources.append(.init(name: name, place: .init(column: column), path: path))
        }
        guard path.count < Self.longestPath else { return }
        for relationship in model.allRelationships(of: entity)
        where !relationship.isToMany && relationship.destinationEntity != self.entity
            && relationship.destinationEntity != entity
        {
            let next = Role(relationship.name) ?? Role(relationship.destinationEntity)
            add(relationship.destinationEntity, path + [relationship.name], next, isSaid: isSaid)
        }
    }

    /// The length of the path from a line through its sale to the customer.
    private static let longestPath = 2

    private static func takes(_ column: ImportColumn, _ type: AttributeType) -> Bool {
        guard ImportKind.lines.columns.contains(column) else { return false }
        return switch type {
        case .binaryData, .transformable: false
        case .date: [.date, .voidedAt, .note].contains(column)
        default: true
        }
    }

    /// The column of an attribute by its name and type, and by its entity.
    private static func column(
        of attribute: AttributeDescription, _ role: Role?, isLabel: Bool
    ) -> ImportColumn? {
        let name = ImportColumn.simplified(attribute.name)
        let column = ImportColumn(named: attribute.name, kind: .lines)
        let type = attribute.attributeType
        switch role {
        case nil: return nil
        case .product:
            if isLabel { return .productName }
            return type.isNumeric && column == .unitPrice ? column : nil
        case .customer:
            if isLabel { return .customerName }
            return type == .string && (column == .emailid || column == .contactno) ? column : nil
        case .line, .sale:
            let known: Set<ImportColumn> =
                switch type {
                case .date: [.date]
                // Quantities may be fractions.
                case let type where type.isNumeric: [.quantity, .unitPrice]
                // A name may be that of the customer or the product.
                case .string where name != "name":
                    [.product, .productName, .customer, .customerName, .emailid, .contactno, .note]
                default: []
                }
            return column.flatMap { known.contains($0) ? $0 : nil }
        }
    }
}
