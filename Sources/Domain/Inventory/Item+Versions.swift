public import Persistence

extension Item {
    /// Gives the item other tags. Its version rises, so that whoever looks at it in another window is told.
    public func setTags(_ tags: Set<Tag>) {
        guard self.tags != tags else { return }
        self.tags = tags
        raiseVersion()
    }

    /// Raises the versions of the items of which a save changes what belongs to them and is kept in records of
    /// its own: what stands in the household's own fields, photos, documents.
    ///
    /// - Throws: errors of the store.
    static func raiseVersions(in context: ManagedObjectContext) throws {
        for object in context.insertedObjects + context.updatedObjects where object.isPartOfItem {
            (try object.value(forKey: "item") as? Item)?.raiseVersion()
        }
        for object in context.deletedObjects where object.isPartOfItem {
            guard case .object(let id)? = object.committedValues(forKeys: ["item"])["item"],
                let number = id.recordNumber
            else { continue }
            try context.record(id.entityName, number)?.raiseVersion()
        }
    }
}

extension ManagedObject {
    fileprivate var isPartOfItem: Bool {
        self is ItemFieldValue || self is ItemPhoto || self is Document
    }
}
