import Foundation
import ObjectModel

extension ManagedObject {
    /// The value of a property by name: a Swift value of the attribute's type, the destination of a
    /// to-one relationship, the set or array of destinations of a to-many one, the array of a
    /// fetched property, or nil.
    ///
    /// ```swift
    /// let title = try recipe.value(forKey: "title") as? String
    /// ```
    /// For an object that is a fault, it reads the record.
    /// - Throws: `PersistenceError.unknownProperty`; for a fetched property errors of its fetch.
    public final func value(forKey key: String) throws -> (any Hashable)? {
        if layout.slot(named: key) == nil, let found = try fetchedValue(forKey: key) {
            return found
        }
        let slot = try requireSlot(key)
        if slot.isToOne { return destination(at: slot.number) }
        if let relationship = slot.relationship {
            let members = self.relationship(at: slot.number)
            return relationship.isOrdered ? members.objects : Set(members.objects)
        }
        switch value(at: slot.number) {
        case .null, .deferred: return nil
        case .integer(let value): return value
        case .boolean(let value): return value
        case .double(let value): return value
        case .decimal(let value): return value
        case .string(let value): return value
        case .date(let value): return value
        case .data(let value):
            guard slot.attribute?.attributeType == .transformable else { return value }
            return transformed(at: slot.number, as: (any Sendable).self) as? any Hashable
        case .uuid(let value): return value
        case .url(let value): return value
        case .object(let value): return value
        case .transformable(let value): return value.base as? any Hashable
        }
    }

    /// The stored value of a property by name.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public final func attributeValue(forKey key: String) throws -> AttributeValue {
        value(at: try requireSlot(key).number)
    }

    /// Sets the value of an attribute by name.
    ///
    /// ```swift
    /// try recipe.setValue(30, forKey: "minutes")
    /// ```
    /// Numbers are converted to the attribute's type if that loses nothing; whether they are in its
    /// range is checked when the object is saved.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`.
    public final func setValue(_ value: (any Sendable)?, forKey key: String) throws {
        let slot = try requireSlot(key)
        guard let attribute = slot.attribute else {
            guard value == nil else { throw wrongType(slot, found: value) }
            return try setValue([ManagedObject](), forKey: key)
        }
        guard let value else { return setValue(.null, at: slot.number) }
        guard let converted = AttributeValue(value, as: attribute.attributeType) else {
            throw wrongType(slot, found: value)
        }
        setValue(converted, at: slot.number)
    }

    /// Sets a to-one relationship by name.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`.
    public final func setValue(_ destination: ManagedObject?, forKey key: String) throws {
        // Swift chooses this overload for a plain `nil`, which may be meant for an attribute.
        guard let destination else { return try setValue(nil as (any Sendable)?, forKey: key) }
        let slot = try requireSlot(key)
        guard slot.isToOne else { throw wrongType(slot, found: destination) }
        try setValue([destination], forKey: key)
    }

    /// Sets the destinations of a relationship by name.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`.
    public final func setValue(
        _ destinations: some Sequence<ManagedObject>, forKey key: String
    )
        throws
    {
        let slot = try requireSlot(key)
        let objects = Array(destinations)
        guard slot.relationship != nil, slot.isToMany || objects.count < 2 else {
            throw wrongType(slot, found: objects)
        }
        if let wrong = objects.first(where: { !leads(slot, to: $0) }) {
            throw wrongType(slot, found: wrong)
        }
        if slot.isToMany {
            setToMany(objects, at: slot.number)
        } else {
            setToOne(objects.first, at: slot.number)
        }
    }

    /// An attribute by name, for hand-written properties: `get { self["date"] }`.
    ///
    /// The value is nil if there is none, or if it has another type. The next call of the context
    /// that can throw
    /// reports an unknown name or the setting of a value of another type; nothing is set then.
    public final subscript<Value: Hashable & Sendable>(attribute: String) -> Value? {
        get {
            do {
                switch try attributeValue(forKey: attribute) {
                case .integer(let number):
                    return (Value.self as? any BinaryInteger.Type)?.init(exactly: number) as? Value
                case .double(let number) where Value.self == Float.self:
                    return Float(number) as? Value
                default: return try value(forKey: attribute) as? Value
                }
            } catch {
                context?.remember(error)
                return nil
            }
        }
        set {
            do {
                try setValue(newValue as (any Sendable)?, forKey: attribute)
            } catch {
                context?.remember(error)
            }
        }
    }

    final func requireSlot(_ key: String) throws -> PropertySlot {
        guard let slot = layout.slot(named: key) else {
            throw layout.unknownProperty(key)
        }
        return slot
    }

    final func leads(_ slot: PropertySlot, to object: ManagedObject) -> Bool {
        guard let context, object.context === context else { return false }
        return object.layout.isKind(of: context.coordinator.layout.entity(slot.destinationNumber))
    }

    final func wrongType(_ slot: PropertySlot, found: Any?) -> PersistenceError {
        slot.wrongType(in: layout, found: found.map(Self.typeName) ?? "no value")
    }

    /// The type's name in the model; for other types, Swift's.
    static func typeName(of value: Any) -> String {
        if let value = value as? AttributeValue {
            if case .object(let id) = value { return id.entityName }
            return ExpressionType(value).modelName
        }
        if let object = value as? ManagedObject { return object.layout.name }
        let kind = ExpressionType.Kind(type(of: value))
        return kind == .unknown ? "\(type(of: value))" : ExpressionType(kind: kind).modelName
    }
}

extension PropertySlot {
    /// The error for a value of the wrong type.
    func wrongType(in entity: EntityLayout, found: String) -> PersistenceError {
        .wrongType(
            entity: entity.name, property: name, expected: typeName, found: found)
    }

    /// The attribute's type, or the name of the destination entity.
    var typeName: String {
        attribute?.attributeType.rawValue ?? relationship?.destinationEntity ?? ""
    }
}

extension ManagedObject {
    /// The value of a property by name, as `value(forKey:)` returns it, but not of fetched
    /// properties.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public final func primitiveValue(forKey key: String) throws -> (any Hashable)? {
        _ = try requireSlot(key)
        return try value(forKey: key)
    }

    /// Sets an attribute by name without notifying observers, the undo manager or the context, so
    /// that it alone does not cause a save of the object.
    ///
    /// Use it for values that `awakeFromFetch` and `willSave` compute, and for transient
    /// attributes. The value is saved with other changes of the object; a transient value is lost
    /// when the object is read again.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType`, also for a
    ///   relationship, whose inverse would not be updated.
    public final func setPrimitiveValue(_ value: (any Sendable)?, forKey key: String) throws {
        let slot = try requireSlot(key)
        guard let attribute = slot.attribute else { throw wrongType(slot, found: value) }
        var converted = AttributeValue.null
        if let value {
            guard let known = AttributeValue(value, as: attribute.attributeType) else {
                throw wrongType(slot, found: value)
            }
            converted = known
        }
        fireIfNeeded()
        changeableRow(forTransient: slot.isTransient)[slot.number] = converted
        extras?.transformed[slot.number] = nil
    }
}
