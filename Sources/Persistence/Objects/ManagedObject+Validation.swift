import Foundation
import ObjectModel

extension ManagedObject {
    /// Checks every value against the rules of the model and of `validate(_:forKey:)`.
    ///
    /// A save calls it through `validateForInsert` and `validateForUpdate`; a form can call it earlier.
    /// - Throws: `PersistenceError.validation` with every fault.
    public final func validateProperties() throws {
        // If the values were never read, only the inverses of to-many relationships have changed.
        let hasValues = row != nil
        if hasValues { fireIfNeeded() }
        var faults: [ValidationFault] = []
        for slot in layout.slots {
            let isChecked =
                slot.isToMany ? isToValidate(slot) : hasValues && !slot.isTransient
            guard isChecked else { continue }
            let found = try self.faults(slot)
            // Usually empty, and appending an empty list costs more than the test.
            if !found.isEmpty { faults += found }
        }
        faults += try ruleFaults()
        if !faults.isEmpty { throw PersistenceError.validation(faults) }
    }

    /// Checks one value, as `validateProperties` does.
    ///
    /// - Throws: `PersistenceError.validation`, `PersistenceError.unknownProperty`.
    public final func validateValue(forKey key: String) throws {
        let faults = try faults(requireSlot(key))
        if !faults.isEmpty { throw PersistenceError.validation(faults) }
    }

    /// Checks that no relationship with the rule deny has a remaining destination.
    final func validateDenyRules() throws {
        var faults: [ValidationFault] = []
        for slot in layout.slots where slot.relationship?.deleteRule == .deny {
            let staying = destinations(of: slot).count { !$0.isDeleted }
            if staying > 0 {
                faults.append(fault(.relationshipDeniedDelete, slot, slot.denial(by: staying)))
            }
        }
        if !faults.isEmpty { throw PersistenceError.validation(faults) }
    }

    private func faults(_ slot: PropertySlot) throws -> [ValidationFault] {
        let value = slot.isToMany ? .null : row?[slot.number] ?? .null
        let faults = slot.isToMany ? toManyFaults(slot) : try modelFaults(value, slot)
        let customFaults = customFaults(value, slot)
        return faults.isEmpty ? customFaults : faults + customFaults
    }

    private func modelFaults(
        _ value: AttributeValue, _ slot: PropertySlot
    ) throws -> [ValidationFault] {
        if value.isNull {
            return slot.isOptional || slot.attribute?.isDerived == true
                ? []
                : [fault(.missingMandatoryProperty, slot, "\(slot.name) is a required value")]
        }
        // A derived value may have another form until it is read again.
        guard slot.takes(value) || slot.attribute?.isDerived == true else {
            let reason = "\(slot.name) takes \(slot.typeName), not \(Self.typeName(of: value))"
            return [fault(.managedObjectValidation, slot, reason)]
        }
        guard let rules = slot.rules else { return destinationFaults(slot) }
        let violations = rules.violations(by: value).map { fault($0.code, slot, $0.reason) }
        guard !layout.valueRules.isEmpty else { return violations }
        let broken = try (layout.valueRules[slot.number] ?? []).filter {
            try !$0.predicate.evaluate(with: value)
        }
        return violations + broken.map { fault(.managedObjectValidation, slot, $0.message) }
    }

    private func ruleFaults() throws -> [ValidationFault] {
        guard let context, !layout.rules.isEmpty else { return [] }
        return try layout.rules.filter { rule in
            let predicate = try rule.predicate.resolved(for: layout, in: context.coordinator.layout)
            return try !predicate.evaluate(with: self)
        }.map { fault(.managedObjectValidation, key: nil, reason: $0.message) }
    }

    /// A required destination must not be one that is about to be deleted, or that is known to be
    /// gone when it is set.
    private func destinationFaults(_ slot: PropertySlot) -> [ValidationFault] {
        guard !slot.isOptional, let destination = destination(at: slot.number),
            destination.isDeleted && !destination.isGone
                || destination.state.contains(.inaccessible) && isChanged(slot.number)
        else { return [] }
        return [fault(.missingMandatoryProperty, slot, "\(slot.name) is a required value")]
    }

    private func isChanged(_ slot: Int) -> Bool {
        isInserted || committedRow.map { $0[slot] != row?[slot] } ?? false
    }

    /// An unchanged to-many relationship is still valid.
    private func isToValidate(_ slot: PropertySlot) -> Bool {
        state.contains(.inserted) || extras?.toMany[slot.number]?.hasChanges == true
    }

    private func toManyFaults(_ slot: PropertySlot) -> [ValidationFault] {
        guard let relationship = slot.relationship, !slot.isTransient,
            !slot.isOptional || relationship.minCount > 0 || relationship.maxCount > 0,
            isToValidate(slot)
        else { return [] }
        let count = self.relationship(at: slot.number).objects.count
        if count == 0 {
            return relationship.isOptional
                ? []
                : [fault(.missingMandatoryProperty, slot, "\(slot.name) is a required value")]
        }
        if count < relationship.minCount {
            return [
                fault(
                    .tooFewObjects, slot,
                    "too few items: \(slot.name) has \(count), at least \(relationship.minCount)")
            ]
        }
        if relationship.maxCount > 0, count > relationship.maxCount {
            return [
                fault(
                    .tooManyObjects, slot,
                    "too many items: \(slot.name) has \(count), at most \(relationship.maxCount)")
            ]
        }
        return []
    }

    private func customFaults(_ value: AttributeValue, _ slot: PropertySlot) -> [ValidationFault] {
        do {
            try validate(value, forKey: slot.name)
            return []
        } catch PersistenceError.validation(let faults) {
            return faults
        } catch {
            return [fault(.managedObjectValidation, slot, "\(slot.name): \(error)")]
        }
    }

    /// Makes a fault of this object.
    public final func fault(
        _ code: ValidationFault.Code, key: String?, reason: String
    ) -> ValidationFault {
        ValidationFault(
            code: code, entity: layout.name, key: key, objectID: objectID, reason: reason)
    }

    private func fault(
        _ code: ValidationFault.Code, _ slot: PropertySlot, _ reason: String
    ) -> ValidationFault {
        fault(code, key: slot.name, reason: reason)
    }
}

/// A violation of a validation rule.
///
/// ```swift
/// catch PersistenceError.validation(let faults) {
///     for fault in faults { print(fault.entity, fault.key ?? "", fault.reason) }
/// }
/// ```
/// One error of a save contains the faults of all objects.
public struct ValidationFault: Sendable, Hashable {
    /// The rules, with Core Data's error codes.
    public enum Code: Int, Sendable {
        case managedObjectValidation = 1550
        case missingMandatoryProperty = 1570
        case tooFewObjects = 1580
        case tooManyObjects = 1590
        case relationshipDeniedDelete = 1600
        case numberTooLarge = 1610
        case numberTooSmall = 1620
        case dateTooLate = 1630
        case dateTooSoon = 1640
        case invalidDate = 1650
        case stringTooLong = 1660
        case stringTooShort = 1670
        case stringPatternMatching = 1680
        case invalidURI = 1690
    }

    /// The violated rule.
    public let code: Code
    /// The object's entity.
    public let entity: String
    /// The property; nil if the rule concerns the whole object.
    public let key: String?
    /// The object.
    public let objectID: ManagedObjectID
    /// The reason, for users: "category is a required value".
    public let reason: String

    /// Makes a fault for a custom rule.
    public init(
        code: Code, entity: String, key: String?, objectID: ManagedObjectID, reason: String
    ) {
        self.code = code
        self.entity = entity
        self.key = key
        self.objectID = objectID
        self.reason = reason
    }
}
