package import ObjectModel

/// How the columns of a result become the values of one entity's records. Code that knows the rows of an
/// engine goes through the steps and gives each value to a packer.
// Constant after its initialiser. The steps are read for every row, so they stand in memory of the
// plan's own, which costs no counting of references.
package final class RowPlan: @unchecked Sendable {
    /// The kind of value that a column becomes.
    package enum Kind: UInt8, Sendable {
        case null, integer, int16, int32, boolean, double, decimal, string, date, binary, external,
            uuid, url
        case object
    }

    /// Where one value comes from.
    package struct Step: Sendable {
        package var kind: Kind
        package var column: Int32 = 0
        /// The column beside it, or −1: of the number of a destination's entity, or of the length of a value
        /// that is selected only if it is short.
        package var companionColumn: Int32 = -1
        package var destination: ClosedRange<Int32> = 0...0
        /// The difference between the store's entity numbers of the destinations and the model's.
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

    /// The steps by value number. They stay as long as the plan.
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

    /// The entity of a number.
    func entity(_ number: Int) -> EntityLayout { storeEntities[number - 1].layout }

    /// The destination of a relationship that leads to one entity.
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
    /// How values of an attribute with a column are read. Where an engine keeps no values in files, they
    /// are `binary` and not `external`.
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
