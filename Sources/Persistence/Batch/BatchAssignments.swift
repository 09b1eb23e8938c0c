import Foundation
import ObjectModel

/// Resolves the new values of a batch update.
struct BatchAssignments {
    let entity: EntityLayout
    let coordinator: PersistentStoreCoordinator

    /// The assignments in the order of the slots.
    func resolved(_ values: [String: FetchExpression]) throws -> [StoreAssignment] {
        try values.map { name, value in
            guard let slot = entity.slot(named: name) else {
                throw entity.unknownProperty(name)
            }
            try check(slot)
            return StoreAssignment(slot: slot, value: try resolved(value, for: slot))
        }.sorted { $0.slot.number < $1.slot.number }
    }

    private func check(_ slot: PropertySlot) throws {
        let obstacle: String? =
            if slot.isToMany { "a to-many relationship" } else if slot.isTransient {
                "not in the store"
            } else if slot.attribute?.isDerived == true || entity.sortKeyTexts[slot.number] != nil {
                "computed by the store"
            } else if slot
                .isStoredExternally
            { "kept in files" } else if slot.orderSlot != nil {
                "a place in an order"
            } else { nil }
        if let obstacle {
            throw PersistenceError.misuse(
                "A batch update cannot set \(entity.name).\(slot.name): it is \(obstacle)")
        }
    }

    private func resolved(
        _ expression: FetchExpression, for slot: PropertySlot
    ) throws -> FetchExpression {
        let resolver = PredicateResolver(ofStoreWith: coordinator.layout, entity)
        let resolved = try resolver.resolve(expression)
        if case .constant(let value) = resolved {
            return .constant(try constant(value, for: slot))
        }
        let type = try resolver.typer.type(of: resolved)
        guard let attribute = slot.attribute, !type.isCollection,
            type.kind == ExpressionType(attribute).kind
                || type.isNumber && ExpressionType(attribute).isNumber
        else { throw wrongType(slot, found: type.modelName) }
        return resolved
    }

    private func constant(_ value: AttributeValue, for slot: PropertySlot) throws -> AttributeValue
    {
        if value.isNull {
            guard slot.isOptional else {
                throw PersistenceError.misuse(
                    "A batch update cannot take away \(entity.name).\(slot.name): it is required")
            }
            return value
        }
        guard let attribute = slot.attribute else {
            let destination = coordinator.layout.entity(slot.destinationNumber)
            guard case .object(let id) = value, !id.isTemporaryID else {
                throw wrongType(slot, found: ExpressionType(value).modelName)
            }
            guard let own = coordinator.current.localized(id) else {
                throw PersistenceError.objectNotFound(id)
            }
            guard own.storeEntity.layout.isKind(of: destination) else {
                throw wrongType(slot, found: id.entityName)
            }
            return .object(own)
        }
        if attribute.attributeType == .transformable {
            guard case .transformable(let content) = value else {
                throw wrongType(slot, found: ExpressionType(value).modelName)
            }
            return .data(
                try coordinator.transformers.data(
                    from: content.base, for: attribute, of: entity.name))
        }
        let kind = ExpressionType(attribute).kind
        guard let coerced = ConstantCoercion.coerce(value, to: kind),
            let converted = AttributeValue(coerced, as: attribute.attributeType)
        else { throw wrongType(slot, found: ExpressionType(value).modelName) }
        if let violation = slot.rules?.typeViolation(by: converted) {
            throw PersistenceError.misuse(
                "A batch update cannot set \(entity.name).\(slot.name): \(violation.reason)")
        }
        return converted
    }

    private func wrongType(_ slot: PropertySlot, found: String) -> PersistenceError {
        slot.wrongType(in: entity, found: found)
    }
}

extension PersistenceError {
    /// The error if a rule denies the deletion of a record.
    package static func deletionDenied(
        by slot: PropertySlot, of id: ManagedObjectID, staying count: Int
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .relationshipDeniedDelete, entity: id.entityName, key: slot.name,
                objectID: id, reason: slot.denial(by: count))
        ])
    }

    /// The error if an attribute's type cannot hold the new number of a record; nil if it can.
    package static func outOfRange(
        _ value: AttributeValue, at slot: PropertySlot, of id: @autoclosure () -> ManagedObjectID
    ) -> PersistenceError? {
        guard let violation = slot.rules?.typeViolation(by: value) else { return nil }
        let whole: Int64? =
            switch value {
            case .integer(let number): number
            case .double(let number): Int64(exactly: number.rounded(.towardZero))
            default: nil
            }
        let id = id()
        return .validation([
            ValidationFault(
                code: violation.code, entity: id.entityName, key: slot.name, objectID: id,
                reason: violation.reason + (whole.map { ", not \($0)" } ?? ""))
        ])
    }

    /// The error if a record would lose a required value or destination.
    package static func valueRequired(
        at slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .missingMandatoryProperty, entity: id.entityName, key: slot.name,
                objectID: id, reason: "\(slot.name) is a required value")
        ])
    }
}

extension PropertySlot {
    /// The reason why the rule Deny keeps a record.
    func denial(by count: Int) -> String {
        let records = "\(count) \(count == 1 ? "record" : "records")"
        return "\(name) still leads to \(records) of \(typeName), and its delete rule is Deny"
    }
}
