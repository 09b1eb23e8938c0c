public import Foundation
public import Imaging
public import ObjectModel
public import Persistence
import Synchronization

/// A household, opened from its data directory.
public final class Household: Sendable {
    /// The data directory.
    public let directory: DataDirectory
    /// The parts of the model, by model file.
    public let modelParts: [ModelPart]
    /// Whether opening has created the store.
    public let isNew: Bool
    /// The path of the store's copy from before a migration; nil if there was no migration.
    public let copyBeforeMigration: String?
    /// The records.
    public let container: PersistentContainer
    /// The versions of entities, and the observers of saves.
    public let changes: ChangeFeed
    /// Cached counts, sums and names of the inventory that pages share.
    public let inventoryCache: InventoryCache
    /// The counts and sums of the sales.
    public let salesFigures: SalesFigures
    /// The currency of sales and purchases.
    public let shopCurrency: ShopCurrency
    /// The originals of the items' pictures.
    public let itemImages: ItemImages
    /// The imports in progress.
    public let importWork: ImportWork
    private let knownPhotoFolder: Mutex<PhotoFolder>
    /// Starts and reads the history of changes.
    let activities: ActivityHistory
    /// The work after saves that has to be retried.
    let unfinished = RetryQueue()
    /// The persons who are being erased.
    let erasure: PendingErasure
    /// Decodes pictures.
    public let imageProcessor: ImageProcessor
    /// The kinds of records that can be imported.
    public let importKinds: [ImportKind]
    /// The clock.
    public let now: @Sendable () -> Date

    /// Opens a household; creates it if the directory is empty.
    ///
    /// - Parameters:
    ///   - directory: its data directory.
    ///   - replica: the address of a replica of the database, for reads that allow it
    /// (`ReplicaReading`). Default: nil.
    ///   - replicaObserver: called when the replica stops answering, and when it answers again.
    /// Default: nil.
    ///   - textIndexObserver: receives the reason if the store has no full-text indexes, so that
    /// searches read all records. Default: nil.
    ///   - adoptsFolder: whether to make the directory that of all servers on the database,
    /// whatever they have. Default: false.
    ///   - imageLimits: the limits for pictures.
    ///   - importPartSize: the number of rows of a long import in a save.
    ///   - furtherModels: further models. Default: none.
    ///   - trace: receives the SQL that runs, for tests and logs. Default: nil.
    ///   - now: the clock. Default: the system's.
    /// - Throws: ``HouseholdError``, `PersistenceError.cannotOpen`, and `ModelError`, which name
    ///   the file and the cause.
    public init(
        directory: DataDirectory, readingFrom replica: String? = nil,
        replicaObserver: (@Sendable (ReplicaState) -> Void)? = nil,
        textIndexObserver: (@Sendable (String) -> Void)? = nil, adoptsFolder: Bool = false,
        imageLimits: ImageLimits = ImageLimits(),
        importPartSize: ImportPartSize = ImportPartSize(), furtherModels: [SectionModel] = [],
        trace: SQLTrace? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        try directory.create()
        self.directory = directory
        importKinds = ImportKind.all(of: SectionModel.all + furtherModels)
        importWork = ImportWork(importKinds, partSize: importPartSize)
        erasure = try PendingErasure(path: directory.erasure, isShared: directory.isShared)
        let opened = try OpenedModel.ofHouseholds(adding: furtherModels)
        modelParts = opened.parts
        var store = try StoreDescription(householdAt: directory.storeLocation)
        store.trace = trace
        store.replica = replica.map(StoreLocation.address)
        store.replicaObserver = replicaObserver
        store.textIndexObserver = textIndexObserver
        store.sqlite.isSecureDelete = true
        // Each connection has a cache of this size. The system caches pages too, and long lists are
        // read through indexes: a larger cache takes memory without saving time.
        store.sqlite.cacheSize = 2_048
        isNew =
            try directory.isShared
            ? Self.metadata(ofStoreAt: directory.storeLocation) == nil
            : access(directory.store, F_OK) != 0
        let metadata = try Self.metadata(ofStoreAt: directory.storeLocation)
        let isOfOtherVersion =
            metadata.map { !$0.isCompatible(with: opened.layout.model) } ?? false
        if isOfOtherVersion, let refusal = try Self.refusal(ofOtherStoreAt: directory.storeLocation)
        {
            throw HouseholdError(refusal)
        }
        if isOfOtherVersion {
            store.migrationStages = FirstPhotos.stages(
                from: try PersistentStoreCoordinator.storedModel(at: directory.storeLocation),
                to: opened.layout.model)
        }
        let upgrade =
            isOfOtherVersion && !directory.isShared ? StoreUpgrade(of: directory.store) : nil
        container = try PersistentContainer(
            layout: opened.layout, stores: [store],
            transformers: [ImageTransformer.name: ImageTransformer()])
        copyBeforeMigration = upgrade?.copy
        try directory.connectFolder(adopting: adoptsFolder)
        activities = try ActivityHistory(container, accounts: directory.accounts)
        changes = ChangeFeed(
            container.coordinator, others: OtherSaves(container, server: directory.server))
        inventoryCache = InventoryCache(changes)
        salesFigures = SalesFigures(changes)
        shopCurrency = try ShopCurrency(container)
        itemImages = ItemImages(directory: directory)
        knownPhotoFolder = Mutex(PhotoFolder(path: directory.photos))
        imageProcessor = ImageProcessor(limits: imageLimits)
        self.now = now
        // The store's lock is held here, so uploads in progress are from a process that has ended.
        try directory.emptyIncoming()
        try addFirstRecords()
        try adoptFormerUndoFiles()
        changes.observeOthers { [shopCurrency, importWork] saved in
            shopCurrency.follow(others: saved)
            importWork.versions.raise(others: saved)
        }
        try finishInterruptedImports()
        try changes.followOthers()
        changes.observe { [weak self, updates = DerivedValueUpdates()] saved in
            if let self { updates.follow(saved, of: self) }
        }
    }

    /// The merged model of all sections.
    ///
    /// - Throws: an error that names the model file and the fault.
    public static func model() throws -> ManagedObjectModel {
        try OpenedModel.ofHouseholds.get().layout.model
    }

    /// The generated classes of all sections.
    public static let modelClasses = SectionModel.all.flatMap(\.classes)

    /// Pictures of refused forms.
    public var stagedImages: StagedImages { StagedImages(folder: directory.staged) }

    /// Files that wait to be imported.
    public var imports: Imports { Imports(folder: directory.imports, importKinds) }

    /// The folder of photos: in the data directory, unless a library sets another one.
    var photoFolder: PhotoFolder {
        get { knownPhotoFolder.withLock { $0 } }
        set { knownPhotoFolder.withLock { $0 = newValue } }
    }

    /// Ends all work and closes the store.
    ///
    /// - Throws: errors of the store.
    public func close() throws {
        try container.close()
        if directory.isShared { try directory.emptyIncoming() }
    }

    /// Adds the records of a new household. Record numbers are not reused, so an owner who deletes
    /// all asset types does not get them back; the loading of sample books has a separate record.
    /// Records of earlier versions get missing values: items their numbers and stored figures,
    /// sales their contribution to totals, products and customers their search and sort keys.
    private func addFirstRecords() throws {
        try container.write { context in
            if try context.isPristine() { AssetType.addFirstTypes(to: context) }
            try PaymentKind.addFirstKinds(to: context)
            try BookSamples.addOnce(to: context)
            changes.sign(context)
            if context.hasChanges { try context.save() }
        }
        try fillValues()
    }

    /// Fills in missing values of records from an earlier version or another program.
    ///
    /// - Throws: errors of the store.
    func fillValues() throws {
        for filling in SectionModel.all.flatMap(\.fillings) { try complete(filling) }
    }

    private func complete(_ filling: RecordFilling) throws {
        while try container.write({ context in
            context.transactionAuthor = Author.upgrade
            let isMore = try filling.fillSome(context)
            changes.sign(context)
            if context.hasChanges { try context.save() }
            return isMore
        }) {}
    }
}

/// The reason why a household cannot be opened, as a sentence.
public struct HouseholdError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Household {
    /// Makes sure that the database answers and still has the records that were opened. Does
    /// nothing for a file.
    ///
    /// - Parameter limit: the time limit.
    /// - Throws: errors of the store.
    public func checkReach(within limit: Duration) async throws {
        guard directory.isShared else { return }
        // A replica's answer would say nothing about the database itself.
        _ = try await ReplicaReading.$minimumTransaction.withValue(nil) {
            try await container.read(timeLimit: limit) { try $0.lastTransactionNumber }
        }
    }
}
