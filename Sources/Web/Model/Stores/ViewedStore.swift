import Domain
import Foundation
import ObjectModel
import Persistence

/// A Core Data store that is looked at. No byte of it changes, and no file appears beside it.
///
/// A store without a log is read where it is. To read one with a log, SQLite would write an index beside
/// it: such a store is copied to a folder of the server's own first, which shows the store as it was
/// then.
struct ViewedStore: Sendable {
    /// The store's file, as it was named.
    let path: String
    let container: PersistentContainer
    let metadata: PersistentStoreMetadata
    /// Whether a copy is read.
    let isCopy: Bool

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - modelPath: the model file; nil for the model that the store holds.
    ///   - folder: where a copy may lie.
    /// - Throws: ``ConfigurationError`` that names the file and the cause.
    init(path: String, modelPath: String?, folder: String) throws(ConfigurationError) {
        do {
            self.path = path
            let files = StoreFileSet(path: path)
            isCopy = files.hasLog
            let readPath = files.hasLog ? try files.copy(to: folder) : path
            metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: readPath)
            let model = try modelPath.map { try ManagedObjectModel(contentsOf: $0) }
            var store = StoreDescription(type: metadata.storeType ?? .sqlite, path: readPath)
            store.isReadOnly = true
            container = try PersistentContainer(
                model: model ?? PersistentStoreCoordinator.storedModel(at: readPath), store: store)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError("\(error)")
        }
    }

    /// The name of the store's file.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// What is said of the store above its entities. No value of its metadata is shown: these may be
    /// secrets.
    var facts: [EntityPage.Fact] {
        let versions = metadata.versionIdentifiers.filter { !$0.isEmpty }
        let files = StoreFileSet(path: path)
        var facts = [
            EntityPage.Fact(label: "File", text: path),
            .init(label: "Size", text: ByteCount.text(files.byteCount)),
            .init(
                label: "Opened",
                text: isCopy
                    ? "read-only, as a copy: beside it is a log, which cannot be read without writing"
                    : "read-only, where it is"),
            .init(label: "Type", text: metadata.storeType?.rawValue ?? "not said"),
            .init(label: "UUID", text: metadata.identifier),
            .init(
                label: "Framework",
                text: metadata.frameworkVersion.map { "Core Data \($0)" } ?? "not said"),
            .init(
                label: "Model version",
                text: versions.isEmpty ? "without a name" : versions.joined(separator: ", ")),
            .init(label: "Model hash", text: modelHash),
        ]
        if !metadata.applicationKeys.isEmpty {
            let count = metadata.applicationKeys.count
            facts.append(
                .init(
                    label: "Metadata",
                    text: ItemCount.text(count, "key", "keys") + " of the application"))
        }
        return facts
    }

    /// The version hashes of all entities as one short text, to tell versions of a model apart.
    private var modelHash: String {
        var hash = ContentHash()
        for (name, value) in metadata.versionHashes.sorted(by: { $0.key < $1.key }) {
            hash.add(name)
            value.withUnsafeBytes { hash.add($0) }
        }
        return hash.text
    }
}
