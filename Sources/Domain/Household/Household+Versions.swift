import Foundation
import ObjectModel
import Persistence

extension Household {
    /// The reason why this program must not open the store at a path, as a sentence: a newer
    /// program wrote it, and it has data that this one would drop. Nil if it may.
    ///
    /// The store's model is compared with all model versions of the program: an unknown property
    /// comes from a later version.
    ///
    /// - Throws: errors of the store, and of the model files.
    public static func refusal(ofStoreAt path: String) throws -> String? {
        try refusal(ofStoreAt: StoreLocation.file(path))
    }

    /// The same for a store at any location.
    static func refusal(ofStoreAt location: StoreLocation) throws -> String? {
        guard let metadata = try metadata(ofStoreAt: location),
            !metadata.isCompatible(with: try model())
        else { return nil }
        return try refusal(ofOtherStoreAt: location)
    }

    /// The same for a store of another model version.
    static func refusal(ofOtherStoreAt location: StoreLocation) throws -> String? {
        let unknown = try unknownProperties(
            of: try PersistentStoreCoordinator.storedModel(at: location))
        guard !unknown.isEmpty else { return nil }
        let names = unknown.prefix(3).joined(separator: ", ")
        return """
            \(location) was written by a newer version of Homeowner than this one, \
            \(ProgramVersion.current): it has \(names)\(unknown.count > 3 ? " and more" : ""), \
            which this one would lose. Use the newer version, or restore a backup of this one.
            """
    }

    /// The model versions of the sections that a store was written with: `Inventory 3`. A model
    /// without a matching version is left out.
    ///
    /// - Throws: errors of the store, and an error that names the model file and the fault.
    public static func modelVersionNames(ofStoreAt path: String) throws -> [String] {
        let hashes = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
            .versionHashes
        return try SectionModel.all.compactMap { section in
            let bundle = try section.file
            // A later version also contains what an earlier one has.
            return try ManagedObjectModel.versions(of: bundle).compactMap { version in
                let known = try ManagedObjectModel(contentsOf: bundle, version: version)
                    .entityVersionHashesByName
                return known.allSatisfy { hashes[$0] == $1 } ? (version, known.count) : nil
            }.max { $0.1 < $1.1 }?.0
        }
    }

    /// The metadata of a store that is not open; nil if it does not exist or cannot be read.
    ///
    /// Opening the store completes interrupted transactions, and reports why a file is not a store.
    ///
    /// - Throws: errors of the store.
    static func metadata(ofStoreAt location: StoreLocation) throws -> PersistentStoreMetadata? {
        if let path = location.path, access(path, F_OK) != 0 { return nil }
        do {
            return try PersistentStoreCoordinator.metadataForPersistentStore(at: location)
        } catch PersistenceError.cannotOpen {
            return nil
        }
    }

    /// The properties of a model that none of the household's model versions has: `Item.location`,
    /// sorted.
    ///
    /// - Throws: an error that names the model file and the fault.
    static func unknownProperties(of stored: ManagedObjectModel) throws -> [String] {
        unknownProperties(of: stored, besides: try modelVersions())
    }

    /// The properties of a model that none of others has, sorted.
    static func unknownProperties(
        of stored: ManagedObjectModel, besides models: [ManagedObjectModel]
    ) -> [String] {
        var known: [String: Set<String>] = [:]
        for model in models {
            for entity in model.entities {
                known[entity.name, default: []].formUnion(propertyNames(entity))
            }
        }
        return stored.entities.flatMap { entity -> [String] in
            guard let names = known[entity.name] else { return [entity.name] }
            return propertyNames(entity).filter { !names.contains($0) }
                .map { "\(entity.name).\($0)" }
        }.sorted()
    }

    /// The models of all sections in all versions.
    private static func modelVersions() throws -> [ManagedObjectModel] {
        try SectionModel.all.flatMap { section in
            let bundle = try section.file
            return try ManagedObjectModel.versions(of: bundle).map {
                try ManagedObjectModel(contentsOf: bundle, version: $0)
            }
        }
    }

    private static func propertyNames(_ entity: EntityDescription) -> [String] {
        entity.attributes.map(\.name) + entity.relationships.map(\.name)
    }
}

/// The version of the program.
public enum ProgramVersion {
    /// Three numbers; the first one grows with incompatible changes for scripts.
    public static let current = "1.0.0"
}
