/// The dictionaries of a fetch, whose values are read a batch at a time, when they are asked for.
///
/// Which records they are of, and their order, is known from the beginning, and only one batch is kept
/// in memory: iterating asks the store once for each batch. Within a closure of
/// `read` all batches are of one state of the store. Elsewhere each is of the state at its moment, and a
/// record that has been deleted by then has null for every key.
///
/// It belongs to its context, as an object does. What goes wrong while a batch is read is thrown by the
/// context's next call that can throw, and the values are null meanwhile.
public final class FetchedDictionaries: RandomAccessCollection {
    public let startIndex = 0
    public let endIndex: Int
    private let reader: DictionaryBatchReader?
    /// The dictionaries that were read last, and where they are.
    private var batch: [FetchedDictionary]
    private var positions: Range<Int>

    /// Dictionaries that are all there.
    init(_ dictionaries: [FetchedDictionary]) {
        reader = nil
        batch = dictionaries
        positions = 0..<dictionaries.count
        endIndex = dictionaries.count
    }

    /// Dictionaries of which none has been read.
    init(_ reader: DictionaryBatchReader) {
        self.reader = reader
        batch = []
        positions = 0..<0
        endIndex = reader.ids.count
    }

    /// The dictionary at a position. If it is of another batch than the one before, the store is asked.
    public subscript(position: Int) -> FetchedDictionary {
        precondition(0..<endIndex ~= position, "There is no dictionary at \(position)")
        if let reader, !positions.contains(position) {
            let wanted = reader.positions(around: position)
            // A store that has not answered is not asked for each of them.
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
    /// The values that a request computes, of which ``DictionaryFetchRequest/fetchBatchSize`` are read at
    /// once, when they are asked for.
    ///
    /// Groups, aggregates and dictionaries that come once are read at once: none is of one record.
    /// - Throws: errors of the predicate and of the store.
    public func fetchDictionariesInBatches(
        _ request: DictionaryFetchRequest
    ) throws -> FetchedDictionaries {
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

/// Reads dictionaries of records whose IDs are known.
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
        // Behind the columns stands of which record they are.
        self.columns = StoreColumns(expressions: columns.expressions + [.evaluatedObject])
        keys = FetchedDictionary.Keys(request.columns.map(\.key))
        missing = FetchedDictionary(
            keys, RowSnapshot(Array(repeating: .null, count: request.columns.count)))
        size = request.fetchBatchSize
    }

    /// Whether the context remembers an error that no one was told yet.
    var hasFailed: Bool { context.hasRememberedError }

    /// The positions of the batch that one is in.
    func positions(around position: Int) -> Range<Int> {
        let start = position / size * size
        return start..<start + min(size, ids.count - start)
    }

    /// The dictionaries at some positions; nil if a store does not answer, which the context remembers.
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
