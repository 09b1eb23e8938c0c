import Domain
import Foundation
import ObjectModel
import Persistence

/// Reads from records what is stored about pictures. The store is only read, may be in use, and may
/// have any version of the model.
struct PictureRecords {
    /// A record with an original.
    struct Owner {
        let name: String
        /// Whether the thumbnail of a photo is a complete picture; true for other records.
        let hasSoundThumbnail: Bool
    }

    /// The photos, documents and drafts by key.
    private(set) var owners: [UUID: Owner] = [:]
    /// The record numbers of favorite photos.
    private(set) var favorites: Set<Int64> = []

    private static let batchSize = 500

    init(store: StoreLocation) throws {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let container = try PersistentContainer(checking: store, model)
        let names = Set(model.entities.map(\.name))
        for (name, original) in OriginalNames.all(in: model) where names.contains(name) {
            try readOwners(name, original, container)
        }
        if names.contains("Photo") { try readFavorites(container) }
        try container.close()
    }

    private mutating func readOwners(
        _ entity: String, _ original: OriginalNames, _ container: PersistentContainer
    ) throws {
        let isPhoto = entity == "ItemPhoto" || entity == "Item"
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.fetchLimit = Self.batchSize
        while true {
            let batch = try container.read { context in
                try context.fetch(request).map { record in
                    let owner = Owner(
                        name: try original.name(of: record),
                        hasSoundThumbnail: try !isPhoto
                            || Self.isWholePNG(record.value(forKey: "thumbnail") as? Data))
                    return (try original.key(of: record), owner)
                }
            }
            for case (let key?, let owner) in batch { owners[key] = owner }
            guard batch.count == Self.batchSize else { break }
            request.fetchOffset += Self.batchSize
        }
    }

    private mutating func readFavorites(_ container: PersistentContainer) throws {
        let request = FetchRequest<ManagedObject>(entityName: "Photo", .key("isFavorite") == true)
        favorites = try container.read { context in
            Set(try context.fetch(request).compactMap(\.objectID.recordNumber))
        }
    }

    /// Whether bytes begin and end like a PNG file.
    private static func isWholePNG(_ data: Data?) -> Bool {
        guard let data else { return false }
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        return data.starts(with: start) && data.suffix(end.count).elementsEqual(end)
    }
}

extension PersistentContainer {
    /// Opens a household's store for checking only, with the model that it was written with.
    convenience init(checking store: StoreLocation, _ model: ManagedObjectModel) throws {
        var description = try StoreDescription(householdAt: store)
        description.isReadOnly = true
        try self.init(
            model: model, classes: [], store: description,
            transformers: [ImageTransformer.name: ImageTransformer()])
    }
}
