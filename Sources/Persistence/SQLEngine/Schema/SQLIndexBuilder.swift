import Foundation
import ObjectModel

/// Compiles the indexes and uniqueness constraints of a model.
struct SQLIndexBuilder {
    let layout: ModelLayout
    let entities: [SQLEntity]
    var dialect = SQLDialect.sqlite

    var statements: [String] { layout.entities.flatMap(statements) }

    private func statements(of entity: EntityLayout) -> [String] {
        let description = entity.description
        return description.allIndexes.compactMap { statement($0, of: entity) }
            + description.uniquenessConstraints.compactMap { constraint($0, of: entity) }
    }

    /// Nil for an index that SQL cannot express, which only makes some fetches slower. R-trees are
    /// separate tables.
    private func statement(_ index: FetchIndexDescription, of entity: EntityLayout) -> String? {
        let spelling = SQLIndexExpression(
            dialect: dialect, type: { entity.slot(named: $0)?.attribute?.attributeType },
            column: { column($0, of: entity) })
        // To-many relationships have no column and are left out.
        let elements = index.elements.filter { !isToMany($0.propertyName, of: entity) }
        let columns = elements.compactMap { element -> String? in
            guard element.collationType == .binary else { return nil }
            let indexed: String? =
                if let name = element.propertyName { column(name, of: entity) } else {
                    value(element, spelling)
                }
            return indexed.map { dialect.indexed($0, ascending: element.isAscending) }
        }
        guard columns.count == elements.count, !columns.isEmpty else { return nil }
        let statement =
            "CREATE INDEX Z_\(entity.name)_\(index.name.inSQLName) ON \(table(entity)) "
            + "(\(columns.joined(separator: ", ")))"
        guard let format = index.partialIndexPredicateFormat else { return statement }
        return spelling.condition(format).map { "\(statement) WHERE \($0)" }
    }

    /// The expression of an index. Nil for PostgreSQL, where no fetch would use it and the index
    /// would refuse records with large numbers.
    private func value(
        _ element: FetchIndexElementDescription, _ spelling: SQLIndexExpression
    ) -> String? {
        dialect == .sqlite ? element.expression.flatMap { spelling.value($0) } : nil
    }

    /// The statement of a uniqueness constraint; nil if one of its properties has no column.
    func constraint(_ properties: [String], of entity: EntityLayout) -> String? {
        let columns = properties.compactMap { column($0, of: entity) }
        guard columns.count == properties.count, !columns.isEmpty else { return nil }
        let name = properties.joined(separator: "_").inSQLName
        return "CREATE UNIQUE INDEX Z_\(entity.name)_UNIQUE_\(name) "
            + "ON \(table(entity)) "
            + "(\(columns.map { dialect.indexed($0, ascending: true) }.joined(separator: ", ")))"
    }

    private func table(_ entity: EntityLayout) -> String { entities[entity.number - 1].table }

    private func isToMany(_ property: String?, of entity: EntityLayout) -> Bool {
        property.flatMap { entity.slot(named: $0) }?.isToMany == true
    }

    private func column(_ property: String, of entity: EntityLayout) -> String? {
        entity.slot(named: property).flatMap { entities[entity.number - 1].columns[$0.number] }
    }
}

extension SQLSchema {
    /// The statement that makes some properties of an entity unique; nil if one of them has no
    /// column. If the name is taken, the schema has it under another one.
    func constraint(_ properties: [String], of entity: EntityLayout) -> String? {
        SQLIndexBuilder(layout: layout, entities: entities, dialect: dialect)
            .constraint(properties, of: entity)
    }

    /// The uniqueness constraints by the names of their indexes.
    package var constraints: [String: (entity: String, properties: [String])] {
        let made = layout.entities.flatMap { entity in
            entity.description.uniquenessConstraints.compactMap { properties in
                constraint(properties, of: entity).map {
                    (StoreSQL.definition(in: $0), (entity: entity.name, properties: properties))
                }
            }
        }
        let byDefinition = Dictionary(made) { first, _ in first }
        return indexes.reduce(into: [:]) { constraints, statement in
            guard let name = StoreSQL.name(madeBy: statement) else { return }
            constraints[name] = byDefinition[StoreSQL.definition(in: statement)]
        }
    }
}

/// Compiles a model's predicates and expressions for the definition of an index.
///
/// An index has no parameters and calls only SQLite's functions, because other programs that write
/// to the store must understand it. Everything else gives nil.
struct SQLIndexExpression {
    var dialect = SQLDialect.sqlite
    /// The type of an attribute, which decides how PostgreSQL's constants are written. Default:
    /// nil.
    var type: (String) -> AttributeType? = { _ in nil }
    let column: (String) -> String?

    /// The condition of a partial index.
    func condition(_ format: String) -> String? {
        do throws(PredicateSyntaxError) {
            return sql(try FetchPredicate(format: format))
        } catch {
            return nil
        }
    }

    /// The indexed value.
    func value(_ format: String) -> String? {
        do throws(PredicateSyntaxError) {
            return sql(try FetchExpression(format: format))
        } catch {
            return nil
        }
    }

    private func sql(_ predicate: FetchPredicate) -> String? {
        switch predicate {
        case .constant(let value): return dialect.truth(value).sql
        case .and(let parts): return join(parts, " AND ")
        case .or(let parts): return join(parts, " OR ")
        case .not(let part): return sql(part).map { "NOT (\($0))" }
        case .comparison(let comparison): return sql(comparison)
        }
    }

    private func join(_ parts: [FetchPredicate], _ word: String) -> String? {
        let texts = parts.compactMap(sql)
        guard texts.count == parts.count, !texts.isEmpty else { return nil }
        return texts.map { "(\($0))" }.joined(separator: word)
    }

    private func sql(_ comparison: FetchComparison) -> String? {
        guard comparison.modifier == .direct, comparison.options.isEmpty,
            let left = sql(comparison.left)
        else { return nil }
        if case .constant(.null) = comparison.right {
            switch comparison.op {
            case .equal: return "\(left) IS NULL"
            case .notEqual: return "\(left) IS NOT NULL"
            default: return nil
            }
        }
        guard let sign = Self.signs[comparison.op] else { return nil }
        let right =
            dialect == .sqlite
            ? sql(comparison.right) : constant(comparison.right, comparedWith: comparison.left)
        return right.map { "\(left) \(sign) \($0)" }
    }

    private static let signs: [FetchComparison.Operator: String] = [
        .equal: "=", .notEqual: "<>", .less: "<", .lessOrEqual: "<=", .greater: ">",
        .greaterOrEqual: ">=",
    ]

    private func sql(_ expression: FetchExpression) -> String? {
        switch expression {
        case .keyPath(let path): return column(path.joined(separator: "."))
        case .constant(let value): return literal(value)
        case .function(let name, let operands):
            let signs: [PredicateFunction: String] = [
                .add: "+", .subtract: "-", .multiply: "*",
            ]
            let parts = operands.compactMap(sql)
            guard let sign = PredicateFunction(rawValue: name).flatMap({ signs[$0] }),
                parts.count == 2, operands.count == 2
            else { return nil }
            return "(\(parts[0]) \(sign) \(parts[1]))"
        default: return nil
        }
    }

    /// A constant in the form of the attribute's type, so that PostgreSQL picks the same operator
    /// as for a fetch's parameter.
    private func constant(
        _ expression: FetchExpression, comparedWith attribute: FetchExpression
    ) -> String? {
        guard case .constant(let value) = expression, case .keyPath(let path) = attribute,
            let type = type(path.joined(separator: "."))
        else { return nil }
        switch (type, value) {
        case (.boolean, .boolean(let flag)): return dialect.truth(flag).sql
        case (.boolean, .integer(let number)) where (0...1).contains(number):
            return dialect.truth(number == 1).sql
        // A text would be read in the connection's time zone, so an index cannot hold it.
        case (.date, .date(let date)): return "to_timestamp(\(date.timeIntervalSince1970))"
        case (.string, .string(let text)): return text.contains("\0") ? nil : literal(value)
        case (.integer16, .integer), (.integer32, .integer), (.integer64, .integer),
            (.decimal, .integer), (.decimal, .decimal), (.double, .integer), (.double, .double),
            (.float, .integer), (.float, .double):
            return literal(value)
        default: return nil
        }
    }

    private func literal(_ value: AttributeValue) -> String? {
        switch value {
        case .integer(let number): String(number)
        case .boolean(let flag): flag ? "1" : "0"
        case .double(let number): number.isFinite ? "\(number)" : nil
        case .decimal(let number): number.isNaN ? nil : number.description
        case .string(let text): "'\(text.replacing("'", with: "''"))'"
        case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
        default: nil
        }
    }
}

extension EntityDescription {
    /// The indexes of a store: first those declared in the old style, named by their columns, then
    /// the others.
    var allIndexes: [FetchIndexDescription] {
        let single = attributes.filter { isIndexedAlone($0) && !$0.isTransient }
            .sorted { caseInsensitiveOrder($0.name, $1.name) }
        let lists = single.map { [$0.name] } + compoundIndexes
        return lists.map { names in
            FetchIndexDescription(
                names.joined(separator: "_"), elements: names.map { .init(propertyName: $0) })
        } + indexes
    }

    /// Whether an index that the entity itself declares begins with a property. Uniqueness
    /// constraints count.
    fileprivate func hasIndex(beginningWith property: String, ofAll: Bool) -> Bool {
        attributes.contains { $0.name == property && $0.isIndexed }
            || indexes.contains {
                $0.elements.first?.propertyName == property
                    && (!ofAll || $0.partialIndexPredicateFormat == nil)
            }
            || uniquenessConstraints.contains { $0.first == property }
    }

    /// Whether Core Data's compiler marks the attribute as indexed in the old style. It also does
    /// so if an index has it as its only element, so that stores have that index twice.
    func isIndexedAlone(_ attribute: AttributeDescription) -> Bool {
        attribute.isIndexed || indexes.contains { $0.isOnly(attribute.name) }
    }
}

extension ManagedObjectModel {
    /// Whether an index of an entity or its parents begins with a property.
    ///
    /// - Parameter ofAll: whether to ignore partial indexes. Default: false.
    func hasIndex(
        of entityName: String, beginningWith property: String, ofAll: Bool = false
    ) -> Bool {
        lineage(of: entityName).contains { $0.hasIndex(beginningWith: property, ofAll: ofAll) }
    }
}

extension FetchIndexDescription {
    /// Whether the index is ascending over this attribute alone.
    func isOnly(_ attribute: String) -> Bool {
        elements.count == 1 && elements[0].propertyName == attribute && elements[0].isAscending
            && elements[0].collationType == .binary && partialIndexPredicateFormat == nil
    }
}
