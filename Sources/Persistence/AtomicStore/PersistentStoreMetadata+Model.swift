import Foundation
import ObjectModel

extension PersistentStoreMetadata {
    /// The metadata of a new atomic store. It holds the whole model, so that the store can be looked
    /// into and migrated by itself.
    init(newStoreOf type: StoreType, for model: ManagedObjectModel) throws {
        var metadata = StoreMetadata(newStoreFor: model)
        metadata.members[StoreMetadata.Key.storeType] = .string(type.rawValue)
        metadata.members[StoreMetadata.Key.vacuumLevel] = nil
        self.init(metadata)
        try setModel(model)
    }

    /// Notes the model that the store is written with.
    mutating func setModel(_ model: ManagedObjectModel) throws {
        contents.setModel(model)
        contents.members[StoreMetadata.Key.modelCache] = .data(try StoreModelCache.encode(model))
    }

    /// The model that the store was written with; nil if the store does not hold it.
    func storedModel() throws -> ManagedObjectModel? {
        guard let cache = contents.members[StoreMetadata.Key.modelCache]?.data else { return nil }
        do {
            return try StoreModelCache.decode(cache)
        } catch {
            throw AtomicStoreFault("the model in its metadata cannot be read: \(error)")
        }
    }

    /// The names of the entities that the store's model describes otherwise, sorted.
    ///
    /// Of a store of Apple's, which has no model, only the names of its entities are known. Then the
    /// records have to tell whether they fit.
    func differingEntities(from model: ManagedObjectModel) throws -> [String] {
        guard !versionHashes.isEmpty, !isCompatible(with: model) else { return [] }
        let wanted = model.hashesForComparison
        guard let stored = try storedModel()?.hashesForComparison else {
            return Set(versionHashes.keys).symmetricDifference(wanted.keys).sorted()
        }
        return Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }.sorted()
    }
}
