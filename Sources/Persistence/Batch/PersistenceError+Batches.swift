extension PersistenceError {
    /// A rule denies that a record is deleted.
    package static func deletionDenied(
        by slot: PropertySlot, of id: ManagedObjectID, staying count: Int
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .relationshipDeniedDelete, entity: id.entityName, key: slot.name,
                objectID: id, reason: slot.denial(by: count))
        ])
    }

    /// A record would get a computed number that its attribute's type does not hold; nil if it does.
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

    /// A record would be without a value or a destination that it has to have.
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
    /// Why a record stays that the rule Deny protects.
    func denial(by count: Int) -> String {
        let records = "\(count) \(count == 1 ? "record" : "records")"
        return "\(name) still leads to \(records) of \(typeName), and its delete rule is Deny"
    }
}
