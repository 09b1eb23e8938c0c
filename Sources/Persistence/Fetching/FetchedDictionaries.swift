/// The dictionaries of a fetch, which are read in batches on demand.
///
/// The records and their order are known from the beginning, and only one batch is in memory. In a
/// `read` closure, all batches are of one state of the store; elsewhere each is of the current
/// state, and a deleted record has null for every key.
///
/// It belongs to its context. The context's next call that can throw reports an error of a batch,
/// whose values are null.
public final class FetchedDictionaries: RandomAccessCollection {
    public let startIndex = 0
    public let endIndex: Int
    private let reader: DictionaryBatchReader?
    /// The last batch.
    private var batch: [FetchedDictionary]
    private var positions: Range<Int>

    /// Makes a collection of loaded dictionaries.
    init(_ dictionaries: [FetchedDictionary]) {
        reader = nil
        batch = dictionaries
        positions = 0..<dictionaries.count
        endIndex = dictionaries.count
    }

    /// Makes a collection of unloaded dictionaries.
    init(_ reader: DictionaryBatchReader) {
        self.reader = reader
        batch = []
        positions = 0..<0
        endIndex = reader.ids.count
    }

    /// The dictionary at a position; reads its batch if it is not the last one.
    public subscript(position: Int) -> FetchedDictionary {
        precondition(0..<endIndex ~= position, "There is no dictionary at \(position)")
        if let reader, !positions.contains(position) {
            let wanted = reader.positions(around: position)
            // After an error, the store is not read again for each position.
            guard !reader.hasFailed, let read = reader.dictionaries(at: wanted) else {
                return reader.missing
            }
            batch = read
            positions = wanted
        }
        return batch[position - positions.lowerBound]
    }
}

extension ManagedObjectContext {
    /// Fetches dictionaries in batches of ``DictionaryFetchRequest/fetchBatchSize``, which are read
    /// on demand.
    ///
    /// Groups, aggregates and distinct dictionaries are read at once.
    /// - Throws: errors of the predicate and of the store.
    public func fetchDictionariesInBatches(
        _ request: DictionaryFetchRequest
    ) throws -> FetchedDictionaries {
        let request = try request.resolved(in: coordinator.layout)
        let storeEntity = try coordinator.storeEntity(ofEntityNamed: request.entityName)
        let columns = try request.storeColumns(of: storeEntity.layout, in: coordinator.layout)
        guard request.fetchBatchSize > 0,
            try columns.areOfSingleRecords(storeEntity.layout, in: coordinator.layout)
        else { return FetchedDictionaries(try fetchDictionaries(request)) }
        try throwRememberedError()
        try checkCancellation()
        let fetch = try request.storeFetch(of: storeEntity.layout, in: coordinator.layout)
        return FetchedDictionaries(
            try DictionaryBatchReader(request, fetch, columns, of: storeEntity, in: self))
    }
}

/// Reads dictionaries of records with known IDs.
struct DictionaryBatchReader {
    let ids: [ManagedObjectID]
    /// A dictionary without values.
    let missing: FetchedDictionary
    private let context: ManagedObjectContext
    private let storeEntity: StoreEntity
    private let fetch: StoreFetch
    private let columns: StoreColumns
    private let keys: FetchedDictionary.Keys
    private let size: Int

    init(
        _ request: DictionaryFetchRequest, _ fetch: StoreFetch, _ columns: StoreColumns,
        of storeEntity: StoreEntity, in context: ManagedObjectContext
    ) throws {
        ids = try context.storedRecordIDs(fetch)
        self.context = context
        self.storeEntity = storeEntity
        var records = StoreFetch(entity: storeEntity.layout)
        records.includesSubentities = fetch.includesSubentities
        self.fetch = records
        // The last column identifies the record.
        self.columns = StoreColumns(expressions: columns.expressions + [.evaluatedObject])
        keys = FetchedDictionary.Keys(request.columns.map(\.key))
        missing = FetchedDictionary(
            keys, RowSnapshot(Array(repeating: .null, count: request.columns.count)))
        size = request.fetchBatchSize
    }

    /// Whether the context remembers an error.
    var hasFailed: Bool { context.hasRememberedError }

    /// The positions of a batch.
    func positions(around position: Int) -> Range<Int> {
        let start = position / size * size
        return start..<start + min(size, ids.count - start)
    }

    /// The dictionaries at some positions; nil on an error, which the context remembers.
    func dictionaries(at positions: Range<Int>) -> [FetchedDictionary]? {
        do {
            var found: [ManagedObjectID: RowSnapshot] = [:]
            let stores = Dictionary(grouping: ids[positions]) { $0.storeEntity.storeIndex }
            for (store, ids) in stores { try read(ids, from: store, into: &found) }
            return ids[positions].map { id in
                found[id].map { FetchedDictionary(keys, $0) } ?? missing
            }
        } catch {
            context.remember(error)
            return nil
        }
    }

    private func read(
        _ ids: [ManagedObjectID], from store: Int, into found: inout [ManagedObjectID: RowSnapshot]
    ) throws {
        var fetch = fetch
        fetch.affectedStores = [context.coordinator.stores[store]]
        fetch.predicate = .isOne(of: ids)
        for row in try context.storedValues(fetch, columns, storeEntity) {
            if case .object(let id) = row[columns.expressions.count - 1] { found[id] = row }
        }
    }
}
