/// One change of one object, and how it is taken back.
///
/// Objects are held by reference and not by ID: an ID changes with the first save, and when an
/// object comes back that was deleted from the store.
struct ObjectChange {
    enum Kind {
        /// The value of an attribute, or a place in an order, was another one.
        case value(Int, AttributeValue)
        /// A to-one relationship led elsewhere.
        case destination(Int, ManagedObject?)
        /// A to-many relationship gained an object.
        case gained(Int, ManagedObject)
        /// A to-many relationship lost an object.
        case lost(Int, ManagedObject)
        /// An ordered relationship had another order.
        case order(Int, RelationshipOrder)
        /// The object was inserted, or came back.
        case appeared
        /// The object was deleted.
        case vanished(ObjectRemains)

        /// What taking a step back was to the object, if it left this behind.
        var event: SnapshotEvents {
            switch self {
            case .appeared: .undoDeletion
            case .vanished: .undoInsertion
            default: .undoUpdate
            }
        }
    }

    weak var context: ManagedObjectContext?
    let object: ManagedObject
    let kind: Kind

    /// Gives an object that will come back its new ID, so that others can refer to it before.
    func prepare() {
        guard case .vanished = kind, object.context == nil, !object.objectID.isTemporaryID else {
            return
        }
        object.objectID = ManagedObjectID(home: object.objectID.home, key: TemporaryKey.next())
    }

    func revert() {
        guard let context else { return }
        switch kind {
        case .value(let number, let old): object.setValue(old, at: number)
        case .destination(let slot, let old): object.setToOneValue(old, at: slot)
        case .gained(let slot, let other): object.relationship(at: slot).lose(other)
        case .lost(let slot, let other): object.relationship(at: slot).gain(other)
        case .order(let slot, let order): object.relationship(at: slot).restore(order)
        case .appeared: context.withdraw(object)
        case .vanished(let remains): context.bringBack(object, remains)
        }
    }
}

/// The order of an ordered relationship at some time.
struct RelationshipOrder {
    let objects: [ManagedObject]
    /// Whether it was another order than the store's.
    let wasReordered: Bool
    /// Which save that is to be compared with.
    let saveCount: Int
}

/// What a deleted object was related to.
struct ObjectRemains {
    var destinations: [Int: ManagedObject] = [:]
    var members: [Int: [ManagedObject]] = [:]
}
