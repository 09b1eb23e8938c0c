import ObjectModel

extension StoreTable {
    /// The lines of sales in an entity of a foreign model, with values of the entities that it refers to.
    /// Users call these by their key paths: `customer.name`.
    ///
    /// - Returns: nil if a line has neither a product nor a day, or no other value.
    static func lines(
        _ entity: String, _ model: ManagedObjectModel, _ mapping: ColumnMapping
    ) -> StoreTable? {
        var (names, found): ([String], StoreSources) = ([], StoreSources(mapping))
        func add(_ other: String, _ path: [String], _ role: LineRole?) {
            let label = model.label(of: other)
            for attribute in model.allAttributes(of: other) where !attribute.isTransient {
                let path = path + [attribute.name]
                names.append(path.joined(separator: "."))
                found.add(
                    path.joined(separator: "."), path,
                    takes: { takes($0, fromLine: attribute.attributeType) },
                    recognizedAs: role?.column(of: attribute, isLabel: attribute.name == label))
            }
            guard path.count < longestPath else { return }
            for relationship in model.allRelationships(of: other) where !relationship.isToMany {
                let next = relationship.destinationEntity
                guard next != entity, next != other else { continue }
                add(next, path + [relationship.name], LineRole(relationship.name) ?? LineRole(next))
            }
        }
        add(entity, [], .line)
        let sources = found.all
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

    /// The length of the path from a line through its sale to the customer.
    private static let longestPath = 2

    private static func takes(_ column: ImportColumn, fromLine type: AttributeType) -> Bool {
        guard ImportKind.lines.columns.contains(column) else { return false }
        return switch type {
        case .binaryData, .transformable: false
        case .date: [.date, .voidedAt, .note].contains(column)
        default: true
        }
    }
}

/// The role of an entity for a line.
private enum LineRole {
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

    /// The column of an attribute by its name and type.
    func column(of attribute: AttributeDescription, isLabel: Bool) -> ImportColumn? {
        let column = ImportColumn(named: attribute.name, kind: .lines)
        let type = attribute.attributeType
        let known: Set<ImportColumn>
        switch self {
        case .product where isLabel: return .productName
        case .product: known = type.isNumeric ? [.unitPrice] : []
        case .customer where isLabel: return .customerName
        case .customer: known = type == .string ? [.emailid, .contactno] : []
        case .line, .sale:
            known =
                switch type {
                case .date: [.date]
                // Quantities may be fractions.
                case let type where type.isNumeric: [.quantity, .unitPrice]
                // A name may be that of the customer or the product.
                case .string where ImportColumn.simplified(attribute.name) != "name":
                    [.product, .productName, .customer, .customerName, .emailid, .contactno, .note]
                default: []
                }
        }
        return column.flatMap { known.contains($0) ? $0 : nil }
    }
}
