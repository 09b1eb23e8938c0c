public import Foundation
public import Imaging
public import ObjectModel
public import Persistence

/// All that a household keeps, opened from its data directory.
public final class Household: Sendable {
    /// Where everything is.
    public let directory: DataDirectory
    /// The records.
    public let container: PersistentContainer
    /// The owner's order of the items.
    public let itemOrder = ItemOrder()
    /// The originals of the items' pictures.
    public let itemImages: ItemImages

    /// Opens a household; makes it if the directory is empty.
    ///
    /// - Throws: an error that names the file and the cause.
    public init(directory: DataDirectory) throws {
        try directory.create()
        self.directory = directory
        container = try PersistentContainer(
            model: try Self.model(), classes: Self.modelClasses,
            store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        itemImages = ItemImages(directory: directory)
        try addFirstRecords()
    }

    /// The model of all sections, merged.
    ///
    /// - Throws: an error that names the model file and the fault.
    public static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(merging: modelFiles.map { try ManagedObjectModel(contentsOf: $0) })
    }

    /// The classes that were generated from the model files.
    public static var modelClasses: [ManagedObjectClass] { inventoryModelClasses }

    /// Saves a context. Every save of the application goes through here, because the order of the
    /// items is kept in memory too.
    ///
    /// - Throws: what `ManagedObjectContext.save()` throws.
    public func save(_ context: ManagedObjectContext) throws {
        try itemOrder.save(context)
    }

    /// Ends all work and closes the store.
    ///
    /// - Throws: errors of the store.
    public func close() throws {
        try container.close()
    }

    private static var modelFiles: [String] {
        ["Inventory"].compactMap {
            Bundle.module.path(forResource: $0, ofType: "xcdatamodeld")
        }
    }

    /// Numbers of records are not used twice, so an owner who deletes all types does not get them
    /// back.
    private func addFirstRecords() throws {
        try container.write { context in
            guard try context.isPristine() else { return }
            AssetType.addFirstTypes(to: context)
            try context.save()
        }
    }
}
