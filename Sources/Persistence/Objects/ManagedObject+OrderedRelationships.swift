/// What generated properties of ordered relationships are made of, beside the getter and setter.
extension ManagedObject {
    /// Puts a destination at an index; one that is there already moves.
    public final func insertIntoOrdered(_ object: ManagedObject, at index: Int, slot: Int) {
        relationship(at: slot).insert(object, at: index)
    }

    /// Takes the destination at an index out.
    public final func removeFromOrdered(at index: Int, slot: Int) {
        let relationship = relationship(at: slot)
        relationship.remove(relationship.objects[index])
    }

    /// Moves the destination at one index to another.
    public final func moveInOrdered(from source: Int, to destination: Int, slot: Int) {
        relationship(at: slot).move(from: source, to: destination)
    }

    /// Puts a destination in the place of another.
    public final func replaceInOrdered(at index: Int, with object: ManagedObject, slot: Int) {
        guard accepts(object, at: slot) else { return }
        removeFromOrdered(at: index, slot: slot)
        insertIntoOrdered(object, at: index, slot: slot)
    }
}
