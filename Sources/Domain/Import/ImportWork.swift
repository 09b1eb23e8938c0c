import Dispatch
import Persistence
import Synchronization

/// The imports of a household that are read, tried and done.
public final class ImportWork: Sendable {
    /// Lets one file at a time be read and tried.
    public let queue = ImportQueue()
    /// How much of a long import is saved together.
    let partSize: ImportPartSize
    /// Where imports are done, one after the other.
    let thread = DispatchQueue(label: "import")
    /// The last plan that was made, and the number of the last save that it knows of.
    let lastPlan = Mutex<(digest: String, version: Int)?>(nil)
    /// Rise before every save that changes what imports go by.
    let bases = ImportBases()

    init(partSize: ImportPartSize) {
        self.partSize = partSize
    }
}

extension Household {
    /// Rises before every save that changes what imports of a kind go by.
    func importBasis(of kind: ImportKind) -> Int { importWork.bases.count(of: kind.bases) }
}

/// How much of a long import is in memory together, and is saved together: so little that others who save
/// need not wait for long.
public struct ImportPartSize: Sendable, Hashable {
    /// The rows of a part, above which a table is imported in parts. Default: 1,000.
    public var rows = 1_000
    /// The same of lines of sales, each of which has more beside it. Default: 500.
    public var lines = 500
    /// The rows after which it is said how far it is, and it can be called off. Default: 256.
    public var step = 256

    /// The size of parts of which every table has one.
    static let unlimited: Self = {
        var size = Self()
        (size.rows, size.lines) = (.max, .max)
        return size
    }()

    /// Makes the default sizes.
    public init() {}
}

/// Lets one file at a time be read and tried: each takes memory, and a reader of the store.
public actor ImportQueue {
    /// More wait than may.
    public struct Busy: Error, Sendable {}

    /// How many wait at most.
    static let longestLine = 32

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a closure when it is its turn.
    ///
    /// - Throws: ``Busy``, and what the closure throws.
    public func run<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        if isTaken {
            guard waiting.count < Self.longestLine else { throw Busy() }
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
        defer {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }
}

/// Counts the saves that change what imports go by.
final class ImportBases: Sendable {
    private let counts = Mutex<[ImportBasis: Int]>([:])

    /// Rises with every save that changes one of some bases.
    func count(of bases: Set<ImportBasis>) -> Int {
        counts.withLock { counts in bases.reduce(0) { $0 + (counts[$1] ?? 0) } }
    }

    /// Takes note of a save of the household's before it is made.
    func raise(_ save: PendingSave) { raise(save.context.changedImportBases) }

    /// Takes note of what others have saved.
    func raise(others saved: SavedChanges) {
        raise(
            saved.isPartial
                ? Set(ImportBasis.allCases) : Set(saved.entities.compactMap(\.importBasis)))
    }

    private func raise(_ bases: Set<ImportBasis>) {
        counts.withLock { counts in
            for basis in bases { counts[basis, default: 0] += 1 }
        }
    }
}

extension EntityName {
    /// What an entity's records are part of.
    fileprivate var importBasis: ImportBasis? {
        switch self {
        case .customer, .product, .creditCard, .sale, .saleLine, .invoice, .quote:
            .sales
        case .item, .assetType: .items
        case .groceryItem: .groceries
        case .book, .bookCategory: .books
        default: nil
        }
    }
}

/// How far an import is, or taking one back, and the way to call it off.
public final class ImportProgress: Sendable {
    /// What is done just now.
    public enum Phase: String, Codable, Sendable {
        /// The file is read.
        case reading
        /// Each row is tried.
        case trying
        /// It is imported, and saved in parts, which are taken back if it is called off.
        case importing
        /// It is saved, which cannot be cancelled.
        case saving
        /// What would be taken back is looked at.
        case checking
        /// It is undone, which cannot be cancelled.
        case takingBack

        /// Whether it can be called off.
        public var canBeCancelled: Bool { self != .saving && self != .takingBack }
    }

    /// How far it is.
    public struct State: Codable, Sendable, Hashable {
        /// What is done just now.
        public fileprivate(set) var phase = Phase.reading
        /// The part of it that is done, from 0 to 1.
        public fileprivate(set) var fraction = 0.0
        fileprivate var isCancelled = false
    }

    private let current = Mutex(State())
    private let observe: (@Sendable (State) -> Void)?

    /// - Parameter observe: hears of each step, on the thread that does it. Default: nil.
    public init(observing observe: (@Sendable (State) -> Void)? = nil) {
        self.observe = observe
    }

    /// How far it is.
    public var state: State { current.withLock { $0 } }

    /// Calls it off, so that nothing becomes of it.
    ///
    /// - Returns: false if it is too late.
    @discardableResult
    public func cancel() -> Bool {
        current.withLock { state in
            guard state.phase.canBeCancelled else { return false }
            state.isCancelled = true
            return true
        }
    }

    /// Begins with something.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func begin(_ phase: Phase) throws {
        try move { state in
            state.phase = phase
            state.fraction = 0
        }
    }

    /// Says how far it is.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func advance(to done: Int, of total: Int) throws {
        try advance(to: Double(done) / Double(max(total, 1)))
    }

    /// Says which part of it is done, from 0 to 1.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func advance(to fraction: Double) throws {
        try move { $0.fraction = min(fraction, 1) }
    }

    private func move(_ change: (inout State) -> Void) throws {
        let state = try current.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            change(&state)
            return state
        }
        observe?(state)
    }
}

extension ManagedObjectContext {
    /// The records that imports look up and that the next save changes: customers, products and earlier sales,
    /// and the attributes by which records of lists are found. New sales of known customers and products
    /// change none of them.
    var changedImportBases: Set<ImportBasis> {
        let objects =
            deletedObjects.filter { !($0 is Item) }
            + insertedObjects.filter(\.isImportBasisIfNew)
            + updatedObjects.filter(\.changesImportBasis)
        return Set(objects.compactMap(\.importBasis))
    }
}

extension ManagedObject {
    fileprivate var importBasis: ImportBasis? {
        switch self {
        case is Customer, is Product, is CreditCard, is Sale, is SaleLine, is ClosedDay,
            is Invoice, is Quote:
            .sales
        case is Item, is AssetType: .items
        case is GroceryItem: .groceries
        case is Book, is BookCategory: .books
        case is Place: .places
        default: nil
        }
    }

    fileprivate var isImportBasisIfNew: Bool {
        switch self {
        case is Customer, is Product, is CreditCard, is Item, is AssetType, is GroceryItem,
            is Book, is BookCategory, is Place, is ClosedDay, is Invoice,
            is Quote:
            true
        case let sale as Sale: sale.isReturn
        default: false
        }
    }

    fileprivate var changesImportBasis: Bool {
        switch self {
        case is Customer: changes("name", "emailid", "contactno")
        case is Product: changes("name", "price", "retiredAt")
        case is Item: changes("itemName", "itemKey", "serialNumber")
        case is AssetType: changes("label")
        case is GroceryItem: changes("name", "unit")
        case is Book: changes("title")
        case is BookCategory, is Place: changes("name")
        case is Sale, is SaleLine, is CreditCard: !changedValues.isEmpty
        default: false
        }
    }

    private func changes(_ keys: String...) -> Bool {
        let changed = changedValues
        return keys.contains { changed[$0] != nil }
    }
}
