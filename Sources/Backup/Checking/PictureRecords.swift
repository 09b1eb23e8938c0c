import Domain
import Foundation
import ObjectModel
import Persistence

/// Reads from records what is stored about pictures. The store is only read, may be in use, and may
/// have any version of the model.
struct PictureRecords {
    /// An item and the state of its thumbnail.
    struct ItemPicture {
        let name: String
        let hasThumbnail: Bool
        /// Whether the thumbnail is a complete picture.
        let isSound: Bool
    }

    /// The items by key.
    private(set) var items: [UUID: ItemPicture] = [:]
    /// The names of other originals by key: further photos, documents, drafts.
    private(set) var others: [UUID: String] = [:]
    /// The record numbers of favorite photos.
    private(set) var favorites: Set<Int64> = []

    private static let batchSize = 500

    init(store: StoreLocation) throws {
        let model = try PersistentStoreCoordinator.storedModel(at: store)
        let container = try PersistentContainer(checking: store, model)
        let names = Set(model.entities.map(\.name))
        if names.contains("Item") { try readItems(container) }
        for (name, original) in OriginalNames.all where name != "Item" && names.contains(name) {
            try readOthers(name, original, container)
        }
        if names.contains("Photo") { try readFavorites(container) }
        try container.close()
    }

    private mutating func readItems(_ container: PersistentContainer) throws {
        var request = FetchRequest<ManagedObject>(entityName: "Item")
        request.fetchLimit = Self.batchSize
        while true {
            let batch = try container.read { context in
                try context.fetch(request).map { try Self.itemPicture($0) }
            }
            for case (let key?, let picture) in batch { items[key] = picture }
            guard batch.count == Self.batchSize else { break }
            request.fetchOffset += Self.batchSize
        }
    }

    private mutating func readOthers(
        _ entity: String, _ original: OriginalNames, _ container: PersistentContainer
    ) throws {
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.fetchLimit = Self.batchSize
        while true {
            let batch = try container.read { context in
                try context.fetch(request).map {
                    (try original.key(of: $0), try original.name(of: $0))
                }
            }
            for case (let key?, let name) in batch { others[key] = name }
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

    private static func itemPicture(
        _ record: ManagedObject
    ) throws -> (key: UUID?, picture: ItemPicture) {
        var name = ""
        if case .string(let text) = try record.attributeValue(forKey: "itemName") { name = text }
        let hasThumbnail = record.byteCount(forKey: "thumbnail") != nil
        let picture = ItemPicture(
            name: name, hasThumbnail: hasThumbnail,
            isSound: try !hasThumbnail || isWholePNG(record.value(forKey: "thumbnail") as? Data))
        guard case .uuid(let key) = try record.attributeValue(forKey: "itemKey") else {
            return (nil, picture)
        }
        return (key, picture)
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
