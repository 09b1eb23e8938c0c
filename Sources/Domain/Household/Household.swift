public import Foundation
public import Imaging
public import ObjectModel
public import Persistence
import Synchronization

/// All that a household keeps, opened from its data directory.
public final class Household: Sendable {
    /// Where everything is.
    public let directory: DataDirectory
    /// What each model file brings to the model.
    public let modelParts: [ModelPart]
    /// Whether this opening has made the store.
    public let isNew: Bool
    /// Where the store was copied to before it was brought to this version of the model; nil if it was
    /// of this version already.
    public let copyBeforeMigration: String?
    /// The records.
    public let container: PersistentContainer
    /// The number of the last save of each entity, and who hears of saves.
    public let changes: ChangeFeed
    /// Counts, sums and names of the inventory that pages have in common.
    public let inventoryCache: InventoryCache
    /// The counts and sums of the sales.
    public let salesFigures: SalesFigures
    /// The currency of the household: in which the shop sells, and its things were bought.
    public let shopCurrency: ShopCurrency
    /// The originals of the items' pictures.
    public let itemImages: ItemImages
    /// The imports that are read, tried and done.
    public let importWork: ImportWork
    private let knownPhotoFolder: Mutex<PhotoFolder>
    /// Whether it is kept who changed what.
    let activities: ActivityKeeping
    /// What follows saves and is not done.
    let unfinished = UnfinishedWork()
    /// Who is being taken out of the files.
    let erasure: PendingErasure
    /// What opens pictures.
    public let imageProcessor: ImageProcessor
    /// The clock: what the time is now.
    public let now: @Sendable () -> Date

    /// Opens a household; makes it if the directory is empty.
    ///
    /// - Parameters:
    ///   - directory: its data directory.
    ///   - replica: the address of a replica of the database, which reads may go to that say so
    ///     (`ReplicaReading`). Default: nil.
    ///   - replicaObserver: is told when the replica answers no more, and when it answers again. Default: nil.
    ///   - textIndexObserver: is told why the store keeps no full-text indexes, so that searches look at all records.
    ///     Default: nil.
    ///   - adoptsFolder: whether the directory is to be that of all servers on the database from now on, whichever
    ///     they have. Default: no.
    ///   - imageLimits: which pictures are refused.
    ///   - importPartSize: how much of a long import is saved together.
    ///   - furtherModels: models besides those of every household. Default: none.
    ///   - trace: receives the SQL that runs, for tests and logs. Default: nil.
    ///   - now: the clock. Default: the system's.
    /// - Throws: ``HouseholdError``, `PersistenceError.cannotOpen`, and `ModelError`, which
    ///   name the file and the cause.
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
        importWork = ImportWork(partSize: importPartSize)
        erasure = try PendingErasure(path: directory.erasure, isShared: directory.isShared)
        let opened = try OpenedModel.ofHouseholds(adding: furtherModels)
        modelParts = opened.parts
        var store = try StoreDescription(householdAt: directory.storeLocation)
        store.trace = trace
        store.replica = replica.map(StoreLocation.address)
        store.replicaObserver = replicaObserver
        store.textIndexObserver = textIndexObserver
        store.sqlite.isSecureDelete = true
        // Each connection has a cache of this size. Pages are kept by the system too, and the long lists
        // read through indexes: a larger cache takes memory and saves no time.
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
        let upgrade =
            isOfOtherVersion && !directory.isShared ? StoreUpgrade(of: directory.store) : nil
        container = try PersistentContainer(
            layout: opened.layout, stores: [store],
            transformers: [ImageTransformer.name: ImageTransformer()])
        copyBeforeMigration = upgrade?.copy
        try directory.settleMark(adopting: adoptsFolder)
        activities = try ActivityKeeping(container, accounts: directory.accounts)
        changes = ChangeFeed(
            container.coordinator, others: OtherSaves(container, server: directory.server))
        inventoryCache = InventoryCache(changes)
        salesFigures = SalesFigures(changes)
        shopCurrency = try ShopCurrency(container)
        itemImages = ItemImages(directory: directory)
        knownPhotoFolder = Mutex(PhotoFolder(path: directory.photos))
        imageProcessor = ImageProcessor(limits: imageLimits)
        self.now = now
        // The store's lock is held here: whatever is on its way in was left by a process that ended.
        try directory.emptyIncoming()
        try addFirstRecords()
        changes.observeOthers { [shopCurrency, importWork] saved in
            shopCurrency.follow(others: saved)
            importWork.bases.raise(others: saved)
        }
        // While nobody saves: what another server is about to save has its record already.
        try container.write { _ in try settleImports() }
        try changes.followOthers()
        changes.observe { [weak self, settling = ItemSettling()] saved in
            if let self { settling.follow(saved, of: self) }
        }
    }

    /// The model of all sections, merged.
    ///
    /// - Throws: an error that names the model file and the fault.
    public static func model() throws -> ManagedObjectModel {
        try OpenedModel.ofHouseholds.get().layout.model
    }

    /// The classes that were generated from the model files.
    public static let modelClasses = SectionModel.all.flatMap(\.classes)

    /// Pictures of forms that were refused.
    public var stagedImages: StagedImages { StagedImages(folder: directory.staged) }

    /// What it takes to undo changes.
    public var undoFiles: UndoFiles { UndoFiles(folder: directory.undo) }

    /// Files of imports that wait for a yes, and what is needed to take imports back.
    public var imports: Imports { Imports(folder: directory.imports) }

    /// The owner's photographs: in the data directory, unless a library says otherwise.
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

    /// Numbers of records are not used twice, so an owner who deletes all types does not get them
    /// back; that the books' samples were loaded is a record of its own. Records of earlier versions get
    /// what they lack: items their numbers and what sums and searches go by, sales what they add to sums, products
    /// and customers what is looked up and sorted by.
    private func addFirstRecords() throws {
        try container.write { context in
            if try context.isPristine() { AssetType.addFirstTypes(to: context) }
            try PaymentKind.addFirstKinds(to: context)
            try BookSamples.addOnce(to: context)
            changes.sign(context)
            if context.hasChanges { try context.save() }
        }
        for filling in Self.fillings { try complete(filling) }
    }

    /// What records of earlier versions lack, in this order.
    private static let fillings = [
        ItemNumbering.filling, ValueNotice.filling, Item.settling, Sale.counting,
        Product.codeKeeping, Customer.filling,
    ]

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
