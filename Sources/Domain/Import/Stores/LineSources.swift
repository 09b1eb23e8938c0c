import ObjectModel

/// Where the columns of lines of sales are in an entity of somebody else's model, and in those that it leads
/// to. A person calls them by their paths: `customer.name`.
struct LineSources {
    /// What an entity is for a line.
    private enum Role {
        case line, sale, customer, product

        /// What a name says; nil if it says nothing.
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
        // What a person said comes first: nothing else takes its column.
        for isSaid in [true, false] { add(entity, [], .line, isSaid: isSaid) }
    }

    /// The table; nil if a line has neither a product nor a day, or nothing besides.
    var table: StoreTable? {
        let columns = Set(sources.map(\.column))
        guard columns.contains(.date), !columns.isDisjoint(with: [.productName, .product]),
            !columns.isDisjoint(with: [
                .quantity, .unitPrice, .customer, .customerName, .emailid, .contactno,
            ])
        else { return nil }
        var table = StoreTable(.lines, entity, sources, names: names)
        // Lines of one sale follow each other: where a day has no time, those that say the same of it.
        table.order = ImportKind.saleColumns.compactMap { column in
            sources.first { $0.column == column }?.name
        }
        return table
    }

    /// Adds the attributes of an entity at the end of a path, and of those that it leads to.
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

    /// A line leads to its sale, and that to its customer.
    private static let longestPath = 2

    /// Whether values of a type can be read as those of a column.
    private static func takes(_ column: ImportColumn, _ type: AttributeType) -> Bool {
        guard ImportKind.lines.columns.contains(column) else { return false }
        return switch type {
        case .binaryData, .transformable: false
        case .date: [.date, .voidedAt, .note].contains(column)
        default: true
        }
    }

    /// The column of an attribute by its name and type, and by what has it.
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
                // Others count pieces in fractions, too.
                case let type where type.isNumeric: [.quantity, .unitPrice]
                // A name may be the customer's, or the product's.
                case .string where name != "name":
                    [.product, .productName, .customer, .customerName, .emailid, .contactno, .note]
                default: []
                }
            return column.flatMap { known.contains($0) ? $0 : nil }
        }
    }
}
