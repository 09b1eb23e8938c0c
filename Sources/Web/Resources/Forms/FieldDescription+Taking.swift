import Domain
import Foundation
import Persistence

extension FieldDescription {
    /// Sets the posted value of the field in a record. Faults are added to the decoder.
    ///
    /// - Parameter isNew: whether the record is being created.
    /// - Throws: errors of the store, and of a name that the record does not have.
    func take(
        _ decoder: inout FormDecoder, to record: ManagedObject, isNew: Bool
    ) throws {
        guard !decoder.isAtFault(self) else { return }
        if let spelling { return try take(&decoder, to: record, by: spelling) }
        switch kind {
        case .line(let limit):
            let posted = decoder.line(name, label: label, limit: limit, reading: reading)
            try set(posted, &decoder, on: record, isNew: isNew)
        case .text(let limit):
            let posted = decoder.text(name, label: label, limit: limit)
            try set(posted, &decoder, on: record, isNew: isNew)
        case .money:
            let posted = decoder.money(name, label: label)
            try set(posted, &decoder, on: record, isNew: isNew)
        case .wholeMoney:
            let posted = decoder.wholeAmount(name, label: label).map(Int64.init)
            try set(posted, &decoder, on: record, isNew: isNew, ifEmpty: 0)
        case .quantity(let range):
            let posted = decoder.quantity(name, label: label, in: range)
            try set(posted, &decoder, on: record, isNew: isNew)
        case .millimeters(let range):
            let posted = decoder.millimeters(name, label: label, in: range)
            try set(posted, &decoder, on: record, isNew: isNew)
        case .day:
            let posted = decoder.day(name, label: label).map(\.date)
            try set(posted, &decoder, on: record, isNew: isNew)
        case .item:
            let posted = decoder.line(name, label: label, limit: 300)
            try setRecord(posted, &decoder, on: record, isNew: isNew) { text, decoder in
                guard let context = record.managedObjectContext else { return nil }
                return try decoder.item(named: text, name, label: label, in: context)
            }
        case .choice(let options):
            let posted = decoder.word(name, label: label, among: options.map(\.value))
            try set(posted, &decoder, on: record, isNew: isNew)
        case .integer(let range):
            let posted = decoder.integer(name, label: label, in: range).map(Int64.init)
            try set(posted, &decoder, on: record, isNew: isNew, ifEmpty: numberIfEmpty)
        case .reference(let reference) where reference.takesNewLocation:
            let posted = decoder.location(name, label: label)
            let field = (name: name, label: label)
            try setRecord(posted, &decoder, on: record, isNew: isNew) { chosen, decoder in
                guard let context = record.managedObjectContext else { return nil }
                return try decoder.record(
                    of: chosen, field.name, label: field.label, in: context)
            }
        case .reference(let reference) where reference.isByNumber:
            let posted = decoder.id(name, label: label, of: reference.noun).map(Int64.init)
            if let number = posted.value, try reference.record(number, near: record) == nil {
                decoder.fail(
                    .unknown(reference.noun, String(number), field: name, label: label))
            } else {
                try set(posted, &decoder, on: record, isNew: isNew)
            }
        case .reference(let reference):
            let posted = decoder.id(name, label: label, of: reference.noun)
            try setRecord(posted, &decoder, on: record, isNew: isNew) { number, decoder in
                let found = try reference.record(Int64(number), near: record)
                if found == nil {
                    decoder.fail(
                        .unknown(reference.noun, String(number), field: name, label: label))
                }
                return found
            }
        case .named(let reference):
            let posted = decoder.line(name, label: label, limit: 100)
            try setRecord(posted, &decoder, on: record, isNew: isNew) { text, _ in
                try reference.record(named: text, near: record)
            }
        }
    }

    /// Sets a value from its text.
    private func take(
        _ decoder: inout FormDecoder, to record: ManagedObject, by spelling: FieldSpelling
    ) throws {
        let posted =
            switch kind {
            case .line(let limit) where !spelling.keepsLines:
                decoder.line(name, label: label, limit: limit, reading: reading)
            case .text(let limit):
                decoder.text(name, label: label, limit: limit, reading: reading)
            default:
                decoder.text(
                    name, label: label, limit: Self.longestSpelling, reading: reading)
            }
        guard posted != .absent else { return }
        do {
            try spelling.set(record, posted.value ?? "", decoder.form.region)
        } catch let fault as FieldFault {
            decoder.fail(name, label, fault.message)
        }
    }

    /// The greatest length of a text that keeps its lines.
    private static let longestSpelling = 10_000

    /// Sets a value only if it differs, since setting it would count as a change.
    ///
    /// - Parameter empty: the value of an empty field. Default: none.
    private func set<Value: Sendable & Equatable>(
        _ posted: FieldUpdate<Value>, _ decoder: inout FormDecoder, on record: ManagedObject,
        isNew: Bool, ifEmpty empty: Value? = nil
    ) throws {
        let posted = posted == .cleared ? empty.map { .value($0) } ?? posted : posted
        if isMissing(posted, decoder, record, isNew: isNew) {
            return decoder.fail(name, label, missing)
        }
        switch posted {
        case .absent: break
        case .cleared: try record.setValue(nil as (any Sendable)?, forKey: name)
        case .value(let value):
            guard try record.value(forKey: name) as? Value != value else { return }
            try record.setValue(value, forKey: name)
        }
    }

    /// Sets a to-one relationship.
    ///
    /// - Parameter find: the record; nil with a fault in the decoder if there is none.
    private func setRecord<Value>(
        _ posted: FieldUpdate<Value>, _ decoder: inout FormDecoder, on record: ManagedObject,
        isNew: Bool, finding find: (Value, inout FormDecoder) throws -> ManagedObject?
    ) throws {
        if isMissing(posted, decoder, record, isNew: isNew) {
            return decoder.fail(name, label, missing)
        }
        switch posted {
        case .absent: break
        case .cleared: try record.setValue(nil as ManagedObject?, forKey: name)
        case .value(let value):
            guard let found = try find(value, &decoder),
                try record.value(forKey: name) as? ManagedObject !== found
            else { return }
            try record.setValue(found, forKey: name)
        }
    }

    /// A field with an initial value need not be posted, but an empty one counts as missing.
    private func isMissing<Value>(
        _ posted: FieldUpdate<Value>, _ decoder: FormDecoder, _ record: ManagedObject, isNew: Bool
    ) -> Bool {
        guard isRequired, decoder.message(for: name) == nil else { return false }
        return switch posted {
        case .absent: isNew && record.changedValues[name] == nil
        case .cleared: true
        case .value: false
        }
    }
}

extension RecordReference {
    /// The record with a name, regardless of case and accents, created if there is none.
    fileprivate func record(
        named text: String, near other: ManagedObject
    ) throws -> ManagedObject? {
        guard let context = other.managedObjectContext else { return nil }
        let request = FetchRequest<ManagedObject>(
            entityName: entityName, try FetchPredicate(format: "%K ==[cd] %@", label, text))
        if let found = try context.fetchFirst(request) { return found }
        let made = try context.insertObject(ofEntityNamed: entityName)
        try made.setValue(text, forKey: label)
        return made
    }

    /// The record that a field of another one refers to; nil if there is none.
    ///
    /// - Throws: errors of the store, and of a name that the other record does not have.
    func record(in name: String, of other: ManagedObject) throws -> ManagedObject? {
        guard isByNumber else { return try other.value(forKey: name) as? ManagedObject }
        return try other.attributeValue(forKey: name).integerValue.flatMap {
            try record($0, near: other)
        }
    }

    /// The record with a number, in the context of another one; nil if there is none.
    fileprivate func record(_ number: Int64, near other: ManagedObject) throws -> ManagedObject? {
        guard let context = other.managedObjectContext, number > 0 else { return nil }
        let id = try context.coordinator.objectID(entityName: entityName, recordNumber: number)
        return try context.fetchFirst(
            FetchRequest<ManagedObject>(entityName: entityName, .evaluatedObject == id))
    }
}
