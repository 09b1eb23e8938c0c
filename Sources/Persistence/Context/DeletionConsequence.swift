/// What a deletion did to another object, so that it can be taken back.
enum DeletionConsequence {
    /// The object was deleted too.
    case cascaded(ManagedObject)
    /// A relationship of the object does not lead to the deleted one any more.
    case nullified(ManagedObject, PropertySlot)
}

extension ManagedObjectContext {
    /// Takes a deletion back, with its consequences, because others have changed the record.
    func takeBackDeletion(of object: ManagedObject, storedAs row: RowSnapshot) {
        guard object.isDeleted else { return }
        var affected = [object]
        rollback(object)
        rebase(object, onto: row, unsaved: nil)
        events?.noteInsertion(of: object)
        takeBackConsequences(of: object, &affected)
        settle(affected)
    }

    private func takeBackConsequences(of object: ManagedObject, _ affected: inout [ManagedObject]) {
        let consequences = deletionConsequences.removeValue(forKey: ObjectIdentifier(object)) ?? []
        for consequence in consequences.reversed() {
            switch consequence {
            case .cascaded(let other):
                guard other.isDeleted else { continue }
                other.state.subtract([.deleted, .deletionPropagated])
                other.rejoinMembers()
                affected.append(other)
                events?.noteInsertion(of: other)
                takeBackConsequences(of: other, &affected)
            case .nullified(let other, let inverse):
                affected.append(other)
                other.regain(object, inverse)
            }
        }
        object.rejoinMembers()
    }
}

extension ManagedObject {
    /// Leads to an object again that is not deleted any more, unless it leads elsewhere by now.
    fileprivate func regain(_ object: ManagedObject, _ slot: PropertySlot) {
        if slot.isToMany {
            let relationship = relationship(at: slot.number)
            if relationship.lost.contains(object) { relationship.gain(object) }
        } else if destination(at: slot.number) == nil {
            setToOneValue(object, at: slot.number)
            restorePlace(of: slot)
        }
    }

    /// The place in the order of an object that leads where it led before.
    final func restorePlace(of slot: PropertySlot) {
        guard let place = slot.orderValueNumber, let committedRow,
            row?[slot.number] == committedRow[slot.number]
        else { return }
        setValue(committedRow[place], at: place)
    }
}

extension MergePolicy {
    /// Whether a deletion gives way to what others changed.
    var revivesDeletions: Bool {
        switch self {
        case .rollback, .mergeByPropertyStoreTrump: true
        case .error, .overwrite, .mergeByPropertyObjectTrump, .custom: false
        }
    }
}
