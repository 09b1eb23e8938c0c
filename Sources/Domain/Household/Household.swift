import Dispatch
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
    /// What was saved, told to those who keep something beside the store.
    public let changes: ChangeFeed
    /// Counts, sums and names of the inventory that pages have in common.
    public let inventoryCache: InventoryCache
    /// Finds records of all sections by words.
    public let search: HouseholdSearch
    /// The counts and sums of the sales.
    public let salesFigures: SalesFigures
    /// The currency of the household: in which the shop sells, and its things were bought.
    public let shopCurrency: ShopCurrency
    /// The originals of the items' pictures.
    public let itemImages: ItemImages
    /// Pictures of forms that were refused.
    public let stagedImages: StagedImages
    /// What it takes to undo changes.
    public let undoFiles: UndoFiles
    /// Files of imports that wait for a yes, and what is needed to take imports back.
    public let imports: Imports
    /// Lets one file at a time be read and tried.
    public let importQueue = ImportQueue()
    /// How much of a long import is saved together.
    let importPartSize: ImportPartSize
    /// Where imports are done, one after the other.
    let importThread = DispatchQueue(label: "import")
    private let knownPhotoFolder: Mutex<PhotoFolder>
    /// The last plan that was made, and the number of the last save that it knows of.
    let lastPlan = Mutex<(digest: String, version: Int)?>(nil)
    /// Whether it is kept who changed what.
    let activities: ActivityKeeping
    private let importBases = ImportBases()
    /// What follows saves and is not done.
    let unfinished = UnfinishedWork()
    /// Whether what another program has written of items waits to be settled.
    let waitsToSettle = Mutex(false)
    /// The persons whose texts this process has taken out of the full-text indexes.
    let erasedTexts = Mutex<Set<Int64>>([])
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
    ///   - adoptsFolder: whether the directory is to be that of all servers on the database from now on, whichever
    ///     they have. Default: no.
    ///   - imageLimits: which pictures are refused.
    ///   - importPartSize: how much of a long import is saved together.
    ///   - trace: receives the SQL that runs, for tests and logs. Default: nil.
    ///   - now: the clock. Default: the system's.
    /// - Throws: ``HouseholdError``, `PersistenceError.cannotOpen`, and `ModelError`, which
    ///   name the file and the cause.
    public init(
        directory: DataDirectory, readingFrom replica: String? = nil,
        replicaObserver: (@Sendable (ReplicaState) -> Void)? = nil, adoptsFolder: Bool = false,
        imageLimits: ImageLimits = ImageLimits(),
        importPartSize: ImportPartSize = ImportPartSize(), trace: SQLTrace? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        try directory.create()
        self.directory = directory
        self.importPartSize = importPartSize
        erasure = try PendingErasure(path: directory.erasure, isShared: directory.isShared)
        let opened = try OpenedModel.ofHouseholds.get()
        modelParts = opened.parts
        var store = try StoreDescription(householdAt: directory.storeLocation)
        store.trace = trace
        store.replica = replica.map(StoreLocation.address)
        store.replicaObserver = replicaObserver
        store.isSecureDelete = true
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
        search = HouseholdSearch()
        salesFigures = SalesFigures(changes)
        shopCurrency = try ShopCurrency(container)
        itemImages = ItemImages(directory: directory)
        stagedImages = StagedImages(folder: directory.staged)
        undoFiles = UndoFiles(folder: directory.undo)
        knownPhotoFolder = Mutex(PhotoFolder(path: directory.photos))
        imports = Imports(folder: directory.imports)
        imageProcessor = ImageProcessor(limits: imageLimits)
        self.now = now
        // The store's lock is held here: whatever is on its way in was left by a process that ended.
        try directory.emptyIncoming()
        try addFirstRecords()
        for follower in followers { changes.add(follower) }
        changes.add(importBases)
        // While nobody saves: what another server is about to save has its record already.
        try container.write { _ in try settleImports() }
        try changes.followOthers()
        settleItemsOfOthers()
    }

    /// The model of all sections, merged.
    ///
    /// - Throws: an error that names the model file and the fault.
    public static func model() throws -> ManagedObjectModel {
        try OpenedModel.ofHouseholds.get().layout.model
    }

    /// The names of the sections' models.
    static let modelNames = [
        "Inventory",
        "Sales",
        "Groceries",
        "Books",
        "Places",
    ]

    /// The classes that were generated from the model files.
    public static let modelClasses: [ManagedObjectClass] = [
        inventoryModelClasses,
        salesModelClasses,
        groceriesModelClasses,
        booksModelClasses,
        placesModelClasses,
    ].flatMap(\.self)

    private var followers: [any ChangeFollower] {
        [shopCurrency]
    }

    /// The owner's photographs: in the data directory, unless a library says otherwise.
    var photoFolder: PhotoFolder {
        get { knownPhotoFolder.withLock { $0 } }
        set { knownPhotoFolder.withLock { $0 = newValue } }
    }

    /// Rises before every save that changes what imports of a kind go by.
    func importBasis(of kind: ImportKind) -> Int {
        importBases.count(of: kind.bases)
    }

    /// Saves a context. Every save of the application goes through here, because what is kept in memory
    /// follows it, what imports keep of a person goes with them, and changes of the shopping list are
    /// kept as steps that can be undone.
    ///
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system. Nothing is
    ///   saved then: what can fail besides the save is done before it, or again until it succeeds.
    public func save(_ context: ManagedObjectContext) throws {
        try save(context, preparing: {})
    }

    /// Saves a context, and just before writes something that changes no record.
    ///
    /// - Parameter forgetsPersons: whether imports forget at once what they keep of persons who are removed:
    ///   all but one that takes back what it has made. Default: true.
    /// - Throws: as above, and what the closure throws.
    func save(
        _ context: ManagedObjectContext, forgetsPersons: Bool = true, preparing: () throws -> Void
    ) throws {
        try changingFiles {
            // One save at a time, whichever context it is of.
            try container.write { present in
                // What is read on the way must not wait for readers, who may wait for the end of the save.
                try context.reading(withSessionsOf: present) {
                    try saveInTurn(
                        context, reading: present, forgetsPersons: forgetsPersons, preparing)
                }
            }
        }
    }

    /// Runs a closure that changes records and files that belong to them: a check looks before it or after it.
    ///
    /// - Throws: what the closure throws, and errors of the file system.
    func changingFiles<T>(_ body: () throws -> T) throws -> T {
        try FileLock.whileChanging(directory.images, body)
    }

    private func saveInTurn(
        _ context: ManagedObjectContext, reading present: ManagedObjectContext,
        forgetsPersons: Bool, _ preparing: () throws -> Void
    ) throws {
        try activities.begin(context)
        context.processPendingChanges()
        let deleted = context.deletedCustomers
        try GroceryStep.record(context)
        try Item.unmarkItems(ofDeletedLinesIn: context)
        try Customer.updateFigures(in: context)
        try Placement.settle(context, reading: present)
        try Item.raiseVersions(in: context)
        // What another program has added has no figures yet.
        _ = try Item.settling.fillSome(context)
        try ItemNumbering.numberNewItems(in: context)
        try ValueRecord.record(at: now(), in: context)
        try SaleNumbering.keepNumbers(in: context)
        importBases.raise(context.changedImportBases)
        try activities.keepValues(context)
        changes.sign(context)
        try erasure.add(deleted)
        let originals = context.deletedOriginals
        try changes.inTurn(of: context, preparing: preparing) { try context.save() }
        for key in originals { itemImages.remove(.original(key)) }
        // The persons are gone, whether or not all that is known of them can be removed at once.
        guard forgetsPersons else { return }
        unfinished.attempt { [weak self] in try self?.forgetFiles(ofPersons: deleted) }
    }

    /// Saves a context in which the picture of an item changed, and the original with it.
    ///
    /// - Parameters:
    ///   - key: the item's key.
    ///   - file: a file in the data directory, which moves; nil to have no original.
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system. The
    ///   former original is there again then.
    public func save(
        _ context: ManagedObjectContext, replacingImageOf key: UUID, with file: String?
    ) throws {
        try itemImages.replace(key, with: file) { try save(context) }
    }

    /// Ends all work and closes the store.
    ///
    /// - Throws: errors of the store.
    public func close() throws {
        try container.close()
        if directory.isShared { try directory.emptyIncoming() }
    }

    static func modelFile(_ section: String) throws -> String {
        try ModelFolder.file(section)
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
        ItemNumbering.filling, Item.settling, Sale.counting, Product.codeKeeping, Customer.filling,
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
