import ObjectModel

/// Builds the triggers that maintain derived attributes.
///
/// Like Core Data's, and with the same names, each sets the column and then calls a function to
/// report the new value to the connection.
struct SQLTriggerBuilder {
    let layout: ModelLayout
    let entities: [SQLEntity]

    var statements: [String] { triggers.flatMap(\.statements) }

    /// The statements of each attribute, with unique names.
    private var triggers: [(derivation: Derivation, statements: [String])] {
        var names: Set<String> = []
        return layout.derivations.map { ($0, statements(of: $0).uniquelyNamed(&names)) }
    }

    private func statements(of derivation: Derivation) -> [String] {
        guard let target = DerivedColumn(derivation, layout: layout, entities: entities) else {
            return []
        }
        switch derivation.source {
        case .now:
            return ownTriggers(target, "NSCoreDataNow()", updatesOf: "Z_OPT")
        case .value(let form, let relationship, let attribute):
            guard let relationship else {
                guard let column = columns(derivation.entityNumber)[attribute] else { return [] }
                return ownTriggers(target, call(form, "NEW.\(column)"), updatesOf: column)
            }
            return destinationTriggers(target, form, relationship, attribute)
        case .collection(let op, let relationship, let attribute):
            return collectionTriggers(target, op, relationship, attribute)
        }
    }

    private func columns(_ entityNumber: Int) -> [String?] { entities[entityNumber - 1].columns }

    private func call(_ form: Derivation.TextForm?, _ value: String) -> String {
        switch form {
        case nil: value
        case .uppercase: "upper(\(value))"
        case .lowercase: "lower(\(value))"
        case .canonical: "NSCoreDataCanonical(\(value))"
        }
    }

    // MARK: - Of the record itself

    private func ownTriggers(
        _ target: DerivedColumn, _ value: String, updatesOf column: String
    ) -> [String] {
        [
            target.trigger(
                on: target.table, "INSERT", "AFTER INSERT", when: target.isNewOfEntity,
                value: value, where: "Z_PK = NEW.Z_PK", isInsertion: true),
            target.trigger(
                on: target.table, "UPDATE", "AFTER UPDATE OF \(column)",
                when: target.isNewOfEntity, value: value, where: "Z_PK = NEW.Z_PK"),
        ]
    }

    // MARK: - Of a destination

    private func destinationTriggers(
        _ target: DerivedColumn, _ form: Derivation.TextForm?, _ relationship: Int, _ attribute: Int
    ) -> [String] {
        let slot = target.entity.slots[relationship]
        let destination = entities[slot.destinationNumber - 1]
        guard let key = columns(target.entity.number)[relationship],
            let column = destination.columns[attribute]
        else { return [] }
        let value =
            "(SELECT \(call(form, column)) FROM \(destination.table) WHERE Z_PK = NEW.\(key))"
        func parameter(_ suffix: String, _ event: String, _ value: String, _ row: String) -> String
        {
            target.trigger(
                on: destination.table, "PARAMETER_\(suffix)", event, value: value,
                where: target.ofEntity("\(key) = \(row).Z_PK"))
        }
        let new = call(form, "NEW.\(column)")
        return ownTriggers(target, value, updatesOf: key) + [
            parameter("INSERT", "AFTER INSERT", new, "NEW"),
            parameter("UPDATE", "AFTER UPDATE OF \(column)", new, "NEW"),
            parameter("DELETE", "AFTER DELETE", "NULL", "OLD"),
        ]
    }

    // MARK: - Over many destinations

    private func collectionTriggers(
        _ target: DerivedColumn, _ op: CollectionOperator, _ relationship: Int, _ attribute: Int?
    ) -> [String] {
        let slot = target.entity.slots[relationship]
        let destination = entities[slot.destinationNumber - 1]
        let column = attribute.flatMap { destination.columns[$0] }
        if let join = entities[target.entity.number - 1].joins[relationship] {
            return joinTriggers(target, op, join, destination.table, column)
        }
        guard let inverse = slot.inverseSlot, let key = destination.columns[inverse] else {
            return []
        }
        let value = value(op, of: destination.table, key, column, for: target)
        func parameter(_ suffix: String, _ event: String, _ rows: String) -> String {
            target.trigger(
                on: destination.table, "PARAMETER_\(suffix)", event, value: value,
                where: "Z_PK \(rows)")
        }
        let changing = [key, column].compactMap(\.self).joined(separator: ", ")
        return [insertion(target, value)] + [
            parameter("INSERT", "AFTER INSERT", "= NEW.\(key)"),
            parameter("UPDATE", "AFTER UPDATE OF \(changing)", "IN (OLD.\(key), NEW.\(key))"),
            parameter("DELETE", "AFTER DELETE", "= OLD.\(key)"),
        ]
    }

    private func joinTriggers(
        _ target: DerivedColumn, _ op: CollectionOperator, _ join: SQLJoin,
        _ destination: String, _ column: String?
    ) -> [String] {
        let (source, end) = (join.sourceColumn, join.destinationColumn)
        let value = value(op, over: join, destination, column, for: target)
        func parameter(
            _ table: String, _ suffix: String, _ event: String, _ rows: String
        ) -> String {
            target.trigger(
                on: table, "PARAMETER_\(suffix)", event, value: value, where: "Z_PK \(rows)")
        }
        let ofPairs = [
            parameter(join.table, "INSERT", "AFTER INSERT", "= NEW.\(source)"),
            parameter(join.table, "DELETE", "AFTER DELETE", "= OLD.\(source)"),
        ]
        guard let column else { return [insertion(target, value)] + ofPairs }
        let owners = "IN (SELECT \(source) FROM \(join.table) WHERE \(end) = NEW.Z_PK)"
        return [insertion(target, value)] + ofPairs + [
            parameter(destination, "UPDATE", "AFTER UPDATE OF \(column)", owners)
        ]
    }

    /// Aggregates the destinations whose column refers to the record.
    private func value(
        _ op: CollectionOperator, of table: String, _ key: String, _ column: String?,
        for target: DerivedColumn
    ) -> String {
        // Within one table, the inner rows need an alias.
        let isOneTable = table == target.table
        let name = isOneTable ? "d." : ""
        return "(SELECT \(aggregate(op, name + (column ?? key))) "
            + "FROM \(table)\(isOneTable ? " AS d" : "") "
            + "WHERE \(name)\(key) = \(target.table).Z_PK)"
    }

    /// Aggregates the destinations in a join table.
    private func value(
        _ op: CollectionOperator, over join: SQLJoin, _ destination: String, _ column: String?,
        for target: DerivedColumn
    ) -> String {
        let end = join.destinationColumn
        let rows =
            column == nil
            ? join.table : "\(join.table) JOIN \(destination) AS d ON d.Z_PK = \(end)"
        return "(SELECT \(aggregate(op, column.map { "d.\($0)" } ?? end)) FROM \(rows) "
            + "WHERE \(join.sourceColumn) = \(target.table).Z_PK)"
    }

    private func insertion(_ target: DerivedColumn, _ value: String) -> String {
        target.trigger(
            on: target.table, "INSERT", "AFTER INSERT", when: target.isNewOfEntity, value: value,
            where: "Z_PK = NEW.Z_PK", isInsertion: true)
    }

    private func aggregate(_ op: CollectionOperator, _ column: String) -> String {
        switch op {
        case .count: "IFNULL(COUNT(\(column)), 0)"
        case .sum: "IFNULL(SUM(\(column)), 0)"
        case .minimum: "MIN(\(column))"
        case .maximum: "MAX(\(column))"
        default: "AVG(\(column))"
        }
    }

    // MARK: - At once

    /// Computes the attributes of all records, for triggers that are added to an existing store.
    /// The dates of their last changes are unknown.
    var fillStatements: [String] { layout.derivations.compactMap(fillStatement) }

    /// The statements that compute the attributes of some triggers.
    func fillStatements(for triggers: Set<String>) -> [String] {
        self.triggers.filter { $0.statements.contains(where: triggers.contains) }
            .compactMap { fillStatement($0.derivation) }
    }

    private func fillStatement(_ derivation: Derivation) -> String? {
        guard let target = DerivedColumn(derivation, layout: layout, entities: entities) else {
            return nil
        }
        return currentValue(of: derivation, target).map(target.update)
    }

    private func currentValue(of derivation: Derivation, _ target: DerivedColumn) -> String? {
        let own = entities[target.entity.number - 1]
        switch derivation.source {
        case .now: return nil
        case .value(let form, nil, let attribute):
            return own.columns[attribute].map { call(form, $0) }
        case .value(let form, .some(let relationship), let attribute):
            let slot = target.entity.slots[relationship]
            let destination = entities[slot.destinationNumber - 1]
            guard let key = own.columns[relationship], let column = destination.columns[attribute]
            else { return nil }
            return "(SELECT \(call(form, "d.\(column)")) FROM \(destination.table) AS d "
                + "WHERE d.Z_PK = \(target.table).\(key))"
        case .collection(let op, let relationship, let attribute):
            let slot = target.entity.slots[relationship]
            let destination = entities[slot.destinationNumber - 1]
            let column = attribute.flatMap { destination.columns[$0] }
            if let join = own.joins[relationship] {
                return value(op, over: join, destination.table, column, for: target)
            }
            return slot.inverseSlot.flatMap { destination.columns[$0] }.map {
                value(op, of: destination.table, $0, column, for: target)
            }
        }
    }
}
