public import Persistence

extension FetchPredicate {
    /// Parses a list's condition that a user has typed.
    ///
    /// Trashed records are excluded from lists and conditions: `items.@count` of a type counts only
    /// listed items, and `ANY items.…` ignores the others. The store itself knows no trash.
    ///
    /// - Throws: `PredicateSyntaxError` with the position of the fault.
    public static func ofList(
        _ text: String, for entity: EntityLayout, in model: ModelLayout
    ) throws(PredicateSyntaxError) -> FetchPredicate {
        let predicate = try parsing(text, for: entity, in: model)
        return predicate.mapOperands(ListedMembers(model: model, entity: entity).narrowed)
    }
}

/// Restricts to-many relationships in a condition to records that are not trashed.
private struct ListedMembers {
    let model: ModelLayout
    /// The entity of the condition.
    let entity: EntityLayout
    /// The entities of the variables of the enclosing subqueries.
    var variables: [String: EntityLayout] = [:]

    /// The attribute with the date of trashing.
    private static let trash = "trashedDate"
    private static let member = "listed"

    func narrowed(_ expression: FetchExpression) -> FetchExpression {
        switch expression {
        case .keyPath(let keys): return narrowed(keys, of: .evaluatedObject, entity)
        case .keyPathOf(let base, let keys):
            return narrowed(keys, of: narrowed(base), destination(of: base))
        case .subquery(let collection, let variable, _):
            var inner = self
            inner.variables[variable] = destination(of: collection)
            return expression.mapParts(narrowed) { $0.mapOperands(inner.narrowed) }
        default: return expression.mapParts(narrowed)
        }
    }

    // MARK: - Key paths

    /// The value at a key path of records of an entity; nil if the base is not a record.
    private func narrowed(
        _ keys: [String], of base: FetchExpression, _ start: EntityLayout?
    ) -> FetchExpression {
        let whole = Self.value(at: keys, of: base)
        var (entity, narrow, rest) = (start, base, [String]())
        for key in keys where !key.hasPrefix("@") {
            rest.append(key)
            guard let slot = entity?.slot(named: key) else { continue }
            entity = destination(of: slot)
            guard let condition = condition(of: slot) else { continue }
            narrow = .subquery(
                collection: Self.value(at: rest, of: narrow), variable: Self.member,
                predicate: condition)
            rest = []
        }
        guard narrow != base else { return whole }
        // The operator follows all keys of the collection.
        return Self.value(at: rest + keys.filter { $0.hasPrefix("@") }, of: narrow)
    }

    private static func value(at keys: [String], of base: FetchExpression) -> FetchExpression {
        guard !keys.isEmpty else { return base }
        return base == .evaluatedObject ? .keyPath(keys) : .keyPathOf(base, keys)
    }

    /// The condition that a relationship's member and its owner are not trashed. Nil for a to-one
    /// relationship, and for entities without a trash.
    private func condition(of slot: PropertySlot) -> FetchPredicate? {
        guard slot.isToMany, let members = destination(of: slot) else { return nil }
        // The inverse leads back to the item itself, which needs no test.
        let owners = members.slots.filter {
            $0.isToOne && !$0.isOptional && $0.number != slot.inverseSlot && canBeTrashed($0)
        }
        let keyPaths =
            (members.slot(named: Self.trash) == nil ? [] : [[Self.trash]])
            + owners.map { [$0.name, Self.trash] }
        return .all(
            keyPaths.map { FetchExpression.keyPathOf(.variable(Self.member), $0) == nil })
    }

    private func canBeTrashed(_ slot: PropertySlot) -> Bool {
        destination(of: slot)?.slot(named: Self.trash) != nil
    }

    // MARK: - Entities

    private func destination(of slot: PropertySlot) -> EntityLayout? {
        slot.destinationNumber > 0 ? model.entity(slot.destinationNumber) : nil
    }

    /// The entity of the records of an expression; nil for values.
    private func destination(of expression: FetchExpression) -> EntityLayout? {
        switch expression {
        case .evaluatedObject: entity
        case .variable(let name): variables[name]
        case .keyPath(let keys): destination(of: keys, from: entity)
        case .keyPathOf(let base, let keys): destination(of: keys, from: destination(of: base))
        case .subquery(let collection, _, _): destination(of: collection)
        // A member of a collection, or a union of collections.
        case .function(_, let operands): operands.first.flatMap(destination)
        case .conditional(_, let first, _): destination(of: first)
        case .constant, .aggregate: nil
        }
    }

    private func destination(of keys: [String], from start: EntityLayout?) -> EntityLayout? {
        keys.filter { !$0.hasPrefix("@") }.reduce(start) { entity, key in
            entity?.slot(named: key).flatMap(destination)
        }
    }
}
