public import Foundation

/// Accessors for generated properties. Slot numbers come from the model.
extension ManagedObject {
    /// The value of a string attribute.
    public final func string(at slot: Int) -> String? {
        if let cells = readCells { return cells.string(slot) }
        guard case .string(let value)? = row?[slot] else { return nil }
        return value
    }

    /// Sets the value of a string attribute; nil removes it.
    public final func setString(_ value: String?, at slot: Int) {
        setAttribute(value.map(AttributeValue.string) ?? .null, at: slot)
    }

    /// The value of a 64-bit integer attribute.
    public final func optionalInt64(at slot: Int) -> Int64? {
        if let cells = readCells { return cells.integer(slot) }
        guard case .integer(let value)? = row?[slot] else { return nil }
        return value
    }

    /// Sets the value of a 64-bit integer attribute; nil removes it.
    public final func setOptionalInt64(_ value: Int64?, at slot: Int) {
        setAttribute(value.map(AttributeValue.integer) ?? .null, at: slot)
    }

    /// The value of a 64-bit integer attribute; 0 for null.
    public final func int64(at slot: Int) -> Int64 { optionalInt64(at: slot) ?? 0 }

    /// Sets the value of a 64-bit integer attribute.
    public final func setInt64(_ value: Int64, at slot: Int) {
        setAttribute(.integer(value), at: slot)
    }

    /// The value of a 32-bit integer attribute.
    public final func optionalInt32(at slot: Int) -> Int32? {
        optionalInt64(at: slot).map { Int32(clamping: $0) }
    }

    /// Sets the value of a 32-bit integer attribute; nil removes it.
    public final func setOptionalInt32(_ value: Int32?, at slot: Int) {
        setOptionalInt64(value.map(Int64.init), at: slot)
    }

    /// The value of a 32-bit integer attribute; 0 for null.
    public final func int32(at slot: Int) -> Int32 { Int32(clamping: int64(at: slot)) }

    /// Sets the value of a 32-bit integer attribute.
    public final func setInt32(_ value: Int32, at slot: Int) {
        setAttribute(.integer(Int64(value)), at: slot)
    }

    /// The value of a 16-bit integer attribute.
    public final func optionalInt16(at slot: Int) -> Int16? {
        optionalInt64(at: slot).map { Int16(clamping: $0) }
    }

    /// Sets the value of a 16-bit integer attribute; nil removes it.
    public final func setOptionalInt16(_ value: Int16?, at slot: Int) {
        setOptionalInt64(value.map(Int64.init), at: slot)
    }

    /// The value of a 16-bit integer attribute; 0 for null.
    public final func int16(at slot: Int) -> Int16 { Int16(clamping: int64(at: slot)) }

    /// Sets the value of a 16-bit integer attribute.
    public final func setInt16(_ value: Int16, at slot: Int) {
        setAttribute(.integer(Int64(value)), at: slot)
    }

    /// The value of a double attribute.
    public final func optionalDouble(at slot: Int) -> Double? {
        if let cells = readCells { return cells.double(slot) }
        guard case .double(let value)? = row?[slot] else { return nil }
        return value
    }

    /// Sets the value of a double attribute; nil removes it.
    public final func setOptionalDouble(_ value: Double?, at slot: Int) {
        setAttribute(value.map(AttributeValue.double) ?? .null, at: slot)
    }

    /// The value of a double attribute; 0 for null.
    public final func double(at slot: Int) -> Double { optionalDouble(at: slot) ?? 0 }

    /// Sets the value of a double attribute.
    public final func setDouble(_ value: Double, at slot: Int) {
        setAttribute(.double(value), at: slot)
    }

    /// The value of a float attribute.
    public final func optionalFloat(at slot: Int) -> Float? {
        optionalDouble(at: slot).map(Float.init)
    }

    /// Sets the value of a float attribute; nil removes it.
    public final func setOptionalFloat(_ value: Float?, at slot: Int) {
        setOptionalDouble(value.map(Double.init), at: slot)
    }

    /// The value of a float attribute; 0 for null.
    public final func float(at slot: Int) -> Float { Float(double(at: slot)) }

    /// Sets the value of a float attribute.
    public final func setFloat(_ value: Float, at slot: Int) {
        setAttribute(.double(Double(value)), at: slot)
    }

    /// The value of a Boolean attribute.
    public final func optionalBool(at slot: Int) -> Bool? {
        if let cells = readCells { return cells.boolean(slot) }
        guard case .boolean(let value)? = row?[slot] else { return nil }
        return value
    }

    /// Sets the value of a Boolean attribute; nil removes it.
    public final func setOptionalBool(_ value: Bool?, at slot: Int) {
        setAttribute(value.map(AttributeValue.boolean) ?? .null, at: slot)
    }

    /// The value of a Boolean attribute; false for null.
    public final func bool(at slot: Int) -> Bool { optionalBool(at: slot) ?? false }

    /// Sets the value of a Boolean attribute.
    public final func setBool(_ value: Bool, at slot: Int) {
        setAttribute(.boolean(value), at: slot)
    }

    /// The value of a decimal attribute.
    public final func decimal(at slot: Int) -> Decimal? {
        if case .decimal(let value)? = readRow?[slot] { value } else { nil }
    }

    /// Sets the value of a decimal attribute; nil removes it.
    public final func setDecimal(_ value: Decimal?, at slot: Int) {
        setAttribute(value.map(AttributeValue.decimal) ?? .null, at: slot)
    }

    /// The value of a date attribute.
    public final func date(at slot: Int) -> Date? {
        if let cells = readCells { return cells.date(slot) }
        guard case .date(let value)? = row?[slot] else { return nil }
        return value
    }

    /// Sets the value of a date attribute; nil removes it.
    public final func setDate(_ value: Date?, at slot: Int) {
        setAttribute(value.map(AttributeValue.date) ?? .null, at: slot)
    }

    /// The value of a binary attribute.
    public final func data(at slot: Int) -> Data? {
        if case .data(let value) = value(at: slot) { value } else { nil }
    }

    /// Sets the value of a binary attribute; nil removes it.
    public final func setData(_ value: Data?, at slot: Int) {
        setAttribute(value.map(AttributeValue.data) ?? .null, at: slot)
    }

    /// The value of a UUID attribute.
    public final func uuid(at slot: Int) -> UUID? {
        if let cells = readCells { return cells.uuid(slot) }
        guard case .uuid(let value)? = row?[slot] else { return nil }
        return value
    }

    /// Sets the value of a UUID attribute; nil removes it.
    public final func setUUID(_ value: UUID?, at slot: Int) {
        setAttribute(value.map(AttributeValue.uuid) ?? .null, at: slot)
    }

    /// The value of a URI attribute.
    public final func url(at slot: Int) -> URL? {
        if case .url(let value)? = readRow?[slot] { value } else { nil }
    }

    /// Sets the value of a URI attribute; nil removes it.
    public final func setURL(_ value: URL?, at slot: Int) {
        setAttribute(value.map(AttributeValue.url) ?? .null, at: slot)
    }

    /// The value of a transformable attribute, which its transformer makes from the stored data at
    /// the first call.
    /// The next call of the context that can throw reports an error of the transformer.
    public final func transformed<Value: Sendable>(
        at slot: Int, as type: Value.Type = Value.self
    ) -> Value? {
        if let cells = readCells, cells.isNull(slot) { return nil }
        switch value(at: slot) {
        case .transformable(let value): return value.base as? Value
        case .data(let data): return transformed(slot, data) as? Value
        default: return nil
        }
    }

    /// Sets the value of a transformable attribute; nil removes it.
    public final func setTransformed<Value: Sendable>(_ value: Value?, at slot: Int) {
        setAttribute(value.map { .transformable(TransformableValue($0)) } ?? .null, at: slot)
    }

    /// Sets an attribute by its slot. If the slot, in a hand-written class, is that of another
    /// property, nothing changes, and the next call of the context that can throw reports
    /// `PersistenceError.wrongType`.
    private func setAttribute(_ value: AttributeValue, at slot: Int) {
        let property = layout.slots[slot]
        guard property.takes(value) else {
            context?.remember(wrongType(property, found: value))
            return
        }
        setValue(value, at: slot)
    }

    private func transformed(_ slot: Int, _ data: Data) -> (any Sendable)? {
        if let value = extras?.transformed[slot] { return value }
        guard let context, let attribute = layout.slots[slot].attribute else { return nil }
        do {
            let value = try context.coordinator.transformers.value(
                from: data, for: attribute, of: layout.name)
            requireExtras().transformed[slot] = value
            return value
        } catch {
            context.remember(error)
            return nil
        }
    }

    final func requireExtras() -> ObjectExtras {
        if let extras { return extras }
        let new = ObjectExtras()
        extras = new
        return new
    }
}
