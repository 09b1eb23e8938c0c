/// A relationship of the older version that one of the newer version takes pairs of records from.
struct PairSource {
    /// The older entity that declares the relationship.
    let owner: EntityLayout
    let slot: PropertySlot
    /// Whether the mapping names it for the inverse of the newer relationship.
    let isOfInverse: Bool
    /// The newer entities for whose records the mapping names it: those at the other end if it is
    /// named for the inverse.
    var heirs: [EntityLayout]
    /// Whether all records at that end are of these entities.
    var isComplete = false

    fileprivate func isInverse(of other: PairSource, in layout: ModelLayout) -> Bool {
        guard let number = slot.inverseSlot else { return false }
        let inverse = layout.entity(slot.destinationNumber).slots[number]
        return inverse.name == other.slot.name
            && inverse.declaringEntityNumber == other.slot.declaringEntityNumber
    }
}

extension VersionMapping {
    /// The relationships that a newer one takes its pairs from. The mapping may name them at either
    /// end, and for each subentity another one; two that are each other's inverses stand there once.
    ///
    /// - Parameter members: the entities whose records are at this end.
    func pairSources(for slot: PropertySlot, of members: [EntityLayout]) -> [PairSource] {
        let target = destination.entity(slot.destinationNumber)
        let others = Array(destination.family(of: target))
        let own = namedSources(for: slot, of: members, leadingTo: others, isOfInverse: false)
        guard let number = slot.inverseSlot else { return own }
        let inverse = namedSources(
            for: target.slots[number], of: others, leadingTo: members, isOfInverse: true)
        // Of two that hold the same pairs, the one goes that may lack some of them.
        return own.filter { source in
            source.isComplete
                || !inverse.contains { $0.isComplete && $0.isInverse(of: source, in: self.source) }
        }
            + inverse.filter { source in
                !own.contains { $0.isComplete && $0.isInverse(of: source, in: self.source) }
            }
    }

    private func namedSources(
        for slot: PropertySlot, of members: [EntityLayout], leadingTo others: [EntityLayout],
        isOfInverse: Bool
    ) -> [PairSource] {
        let owners = members.filter(hasRecords)
        var sources: [PairSource] = []
        for member in owners {
            guard let (_, old) = sourceSlot(for: slot, of: member),
                reaches(source.entity(old.destinationNumber), others)
            else { continue }
            let known = sources.firstIndex {
                $0.owner.number == old.declaringEntityNumber && $0.slot.number == old.number
            }
            if let known {
                sources[known].heirs.append(member)
            } else {
                let owner = source.entity(old.declaringEntityNumber)
                sources.append(
                    PairSource(
                        owner: owner, slot: owner.slots[old.number], isOfInverse: isOfInverse,
                        heirs: [member]))
            }
        }
        for index in sources.indices {
            sources[index].isComplete = sources[index].heirs.count == owners.count
        }
        return sources
    }
}
