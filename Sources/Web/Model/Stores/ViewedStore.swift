import Domain
import Foundation
import ObjectModel
import Persistence

/// A Core Data store that is only read. Its files are not changed, and none appear beside it.
///
/// A store in a database, or a file without a log, is read in place. To read one with a log, SQLite
/// would write a shared-memory file beside it, so a copy in the server's folder is read instead,
/// which stays in the state of that moment.
struct ViewedStore: Sendable {
    /// The given location.
    let location: StoreLocation
    let container: PersistentContainer
    let metadata: PersistentStoreMetadata
    /// Whether a copy is read.
    let isCopy: Bool

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - modelPath: the model file; nil for the model in the store.
    ///   - folder: the folder for a copy.
    /// - Throws: ``ConfigurationError`` that names the file and the cause.
    init(
        at location: StoreLocation, modelPath: String?, folder: String
    ) throws(ConfigurationError) {
        do {
            self.location = location
            let files = location.path.map(StoreFileSet.init)
            isCopy = files?.hasLog ?? false
            let place = isCopy ? try files.map { .file(try $0.copy(to: folder)) } : location
            let readLocation = place ?? location
            metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: readLocation)
            let model = try modelPath.map { try ManagedObjectModel(contentsOf: $0) }
            var store = StoreDescription(
                type: metadata.storeType ?? .sqlite, location: readLocation)
            store.isReadOnly = true
            container = try PersistentContainer(
                model: model ?? PersistentStoreCoordinator.storedModel(at: readLocation),
                classes: [], store: store)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError("\(error)")
        }
    }

    /// The name of the store's file, or the address of its database without secrets.
    var name: String {
        location.path.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "\(location)"
    }

    /// A number that changes when others change a database in use, and every few seconds, since
    /// there may be no notification.
    var version: Int {
        guard location.path == nil else { return 0 }
        let seconds = Int(Date().timeIntervalSinceReferenceDate / 5)
        return container.coordinator.changeCount &<< 40 &+ seconds
    }

    /// The location of the store, the sizes of its files, and whether a copy is read.
    private var places: [EntityPage.Fact] {
        guard let path = location.path else {
            return [
                EntityPage.Fact(label: "Database", text: "\(location)"),
                .init(label: "Opened", text: "read-only, while others may write it"),
            ]
        }
        return [
            EntityPage.Fact(label: "File", text: path),
            .init(label: "Size", text: ByteCount.text(StoreFileSet(path: path).byteCount)),
            .init(
                label: "Opened",
                text: isCopy
                    ? "read-only, as a copy, because its write-ahead log cannot be read without writing"
                    : "read-only, where it is"),
        ]
    }

    /// The facts above the entities, without values of the metadata, which may be secrets.
    var facts: [EntityPage.Fact] {
        let versions = metadata.versionIdentifiers.filter { !$0.isEmpty }
        var facts =
            places + [
                EntityPage.Fact(label: "Type", text: metadata.storeType?.rawValue ?? "not said"),
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

    /// A short hash over the version hashes of all entities, to tell model versions apart.
    private var modelHash: String {
        var hash = ContentHash()
        for (name, value) in metadata.versionHashes.sorted(by: { $0.key < $1.key }) {
            hash.add(name)
            value.withUnsafeBytes { hash.add($0) }
        }
        return hash.text
    }
}
