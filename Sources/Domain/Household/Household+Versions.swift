import Foundation
import ObjectModel
import Persistence

extension Household {
    /// Why this program must not open the store at a path, as a sentence: it was written by a newer one,
    /// and holds what this one would drop. Nil if it may.
    ///
    /// What a store holds is compared with every version of the models that the program has: a
    /// property that none of them knows comes from a later one.
    ///
    /// - Throws: errors of the store, and of the model files.
    public static func refusal(ofStoreAt path: String) throws -> String? {
        try refusal(ofStoreAt: StoreLocation.file(path))
    }

    /// The same for a store wherever it is.
    static func refusal(ofStoreAt location: StoreLocation) throws -> String? {
        guard let metadata = try metadata(ofStoreAt: location),
            !metadata.isCompatible(with: try model())
        else { return nil }
        return try refusal(ofOtherStoreAt: location)
    }

    /// The same of a store that is not of this version of the models.
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

    /// The versions of the sections' models that a store was written with, by their names: `Inventory 3`.
    /// A model of which no version fits is left out.
    ///
    /// - Throws: errors of the store, and an error that names the model file and the fault.
    public static func modelVersionNames(ofStoreAt path: String) throws -> [String] {
        let hashes = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
            .versionHashes
        return try SectionModel.all.compactMap { section in
            let bundle = try section.file
            // What a version has added to the one before it, a store of the later one has too.
            return try ManagedObjectModel.versions(of: bundle).compactMap { version in
                let known = try ManagedObjectModel(contentsOf: bundle, version: version)
                    .entityVersionHashesByName
                return known.allSatisfy { hashes[$0] == $1 } ? (version, known.count) : nil
            }.max { $0.1 < $1.1 }?.0
        }
    }

    /// What a store says of itself before it is opened; nil if there is none that can be read as it lies.
    ///
    /// What a killed program has begun, the opening ends; what else keeps a file from being a store, the
    /// opening says.
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

    /// What a model has that no version of the household's models has: `Item.location`, sorted.
    ///
    /// - Throws: an error that names the model file and the fault.
    static func unknownProperties(of stored: ManagedObjectModel) throws -> [String] {
        var known: [String: Set<String>] = [:]
        for model in try modelVersions() {
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

    /// The models of all sections, in all versions.
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
