package import ObjectModel

/// The mapping of a result's columns to the values of one entity's records, used by the engines'
/// readers.
// Constant after its initializer. Each row reads the steps, so they are in unmanaged memory, which saves
// reference counting.
package final class RowPlan: @unchecked Sendable {
    /// The kind of value of a column.
    package enum Kind: UInt8, Sendable {
        case null, integer, int16, int32, boolean, double, decimal, string, date, binary, external,
            uuid, url
        case object
    }

    /// The source of one value.
    package struct Step: Sendable {
        package var kind: Kind
        package var column: Int32 = 0
        /// A second column, or −1: the number of a destination's entity, or the length of a value
        /// that is selected only if it is short.
        package var companionColumn: Int32 = -1
        package var destination: ClosedRange<Int32> = 0...0
        /// The store's entity numbers of the destinations minus the model's.
        package var numberOffset: Int32 = 0

        package init(
            kind: Kind, column: Int32 = 0, companionColumn: Int32 = -1,
            destination: ClosedRange<Int32> = 0...0, numberOffset: Int32 = 0
        ) {
            self.kind = kind
            self.column = column
            self.companionColumn = companionColumn
            self.destination = destination
            self.numberOffset = numberOffset
        }
    }

    /// The steps by value number, valid as long as the plan.
    package let steps: UnsafeMutableBufferPointer<Step>
    private let storeEntities: [StoreEntity]

    package init(steps: [Step], storeEntities: [StoreEntity]) {
        self.steps = .allocate(capacity: steps.count)
        _ = self.steps.initialize(from: steps)
        self.storeEntities = storeEntities
    }

    deinit {
        steps.deinitialize()
        steps.deallocate()
    }

    /// The number of values of a record.
    package var valueCount: Int { steps.count }

    func entity(_ number: Int) -> EntityLayout { storeEntities[number - 1].layout }

    /// The destination of a relationship with one destination entity.
    @inline(__always)
    func destination(of slot: Int, key: Int64) -> ManagedObjectID {
        destination(entityNumber: Int(steps[slot].destination.lowerBound), key: key)
    }

    @inline(__always)
    func destination(entityNumber: Int, key: Int64) -> ManagedObjectID {
        ManagedObjectID(storeEntity: storeEntities[entityNumber - 1], key: key)
    }
}

extension RowPlan.Kind {
    /// The kind of an attribute's values. Without external files in an engine, they are `binary`
    /// instead of `external`.
    package init(_ attribute: AttributeDescription) {
        switch attribute.attributeType {
        case .integer16: self = .int16
        case .integer32: self = .int32
        case .integer64: self = .integer
        case .boolean: self = .boolean
        case .double, .float: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = .date
        case .uuid: self = .uuid
        case .uri: self = .url
        case .binaryData, .transformable:
            self = attribute.allowsExternalBinaryDataStorage ? .external : .binary
        case .undefined, .objectID, .composite: self = .null
        }
    }
}
