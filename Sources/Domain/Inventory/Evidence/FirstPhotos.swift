import Foundation
public import ObjectModel
public import Persistence

/// The upgrade of stores from earlier versions, where the first photo of an item was no record: the
/// item had its thumbnail and date, and its key named the original.
///
/// It is a stage of the migration, so that a store has either all records or the older model. A
/// program of an earlier version refuses the store because of ``ItemNumbering/photosAreRecords``.
public enum FirstPhotos {
    /// The number of items that are read at once, with their thumbnails.
    private static let batchSize = 200

    /// Whether all photos are records in the stores of a model.
    public static func areRecords(in model: ManagedObjectModel) -> Bool {
        model.entities.contains { entity in
            entity.name == "ItemNumbering"
                && entity.attributes.contains { $0.name == "photosAreRecords" }
        }
    }

    /// The stages of a store's migration; none if all photos are records.
    static func stages(
        from former: ManagedObjectModel, to model: ManagedObjectModel
    ) -> [MigrationStage] {
        let isDone = areRecords(in: former) || !former.entities.contains { $0.name == "Item" }
        return isDone
            ? [] : [.custom(from: former, to: model, label: "photos", didMigrate: makeRecords)]
    }

    private static func makeRecords(in container: PersistentContainer) throws {
        let ids = try container.read { context in
            try context.fetchObjectIDs(
                FetchRequest<ManagedObject>(entityName: "Item", .key("thumbnail") != nil))
        }
        for start in stride(from: 0, to: ids.count, by: batchSize) {
            let some = ids[start..<min(start + batchSize, ids.count)]
            try makeRecords(of: Array(some), in: container)
        }
    }

    /// Makes the records of some items, except those with invalid values: they keep their thumbnails
    /// (``Item/adoptThumbnail(in:)``).
    private static func makeRecords(
        of ids: [ManagedObjectID], in container: PersistentContainer
    ) throws {
        do {
            try container.write { context in
                context.transactionAuthor = Author.upgrade
                let items: [ManagedObject] = try context.objects(
                    with: ids, entityName: "Item", prefetching: ["photos"])
                for item in items { try makeRecord(of: item, in: context) }
                try context.save()
            }
        } catch PersistenceError.validation(let faults) {
            let invalid = Set(faults.map(\.objectID))
            let valid = ids.filter { !invalid.contains($0) }
            guard valid.count < ids.count else { throw PersistenceError.validation(faults) }
            try makeRecords(of: valid, in: container)
        }
    }

    /// Makes the record of an item's first photo. Its key is that of the item, so that the original
    /// keeps its name.
    private static func makeRecord(
        of item: ManagedObject, in context: ManagedObjectContext
    ) throws {
        let photo = try ManagedObject(entityName: "ItemPhoto", context: context)
        try photo.setValue(item.value(forKey: "itemKey") as? UUID, forKey: "key")
        try photo.setValue(item.value(forKey: "thumbnail") as? Data, forKey: "thumbnail")
        try photo.setValue(item.value(forKey: "captureDate") as? Date, forKey: "captureDate")
        try photo.setValue(item.value(forKey: "dateCreated") as? Date ?? Date(), forKey: "addedAt")
        try item.mutableOrderedSetValue(forKey: "photos").insert(photo, at: 0)
    }
}

extension Item {
    /// Makes a photo of a thumbnail without one, which another program has set. It has the item's
    /// key, which names the original.
    public func adoptThumbnail(in context: ManagedObjectContext) {
        guard hasThumbnail, photos.isEmpty, let thumbnail, let itemKey else { return }
        let photo = ItemPhoto(context: context)
        (photo.key, photo.thumbnail) = (itemKey, thumbnail)
        (photo.captureDate, photo.addedAt) = (captureDate, dateCreated ?? Date())
        photo.item = self
    }

    /// Deletes the photo that the item had when it was no record, to undo an import of that time,
    /// unless it was changed since.
    func deleteFirstPhoto(in context: ManagedObjectContext) {
        for photo in listedPhotos
        where photo.key == itemKey && photo.rowVersion == CreatedRecords.firstVersion {
            context.delete(photo)
        }
        context.processPendingChanges()
        updateCover()
    }
}
