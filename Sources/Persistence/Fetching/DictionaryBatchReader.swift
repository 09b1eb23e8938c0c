/// Reads dictionaries of records whose IDs are known.
struct DictionaryBatchReader {
    let ids: [ManagedObjectID]
    /// A dictionary without values.
    let missing: FetchedDictionary
    private let context: ManagedObjectContext
    private let home: EntityHome
    private let fetch: StoreFetch
    private let columns: StoreColumns
    private let keys: FetchedDictionary.Keys
    private let size: Int

    init(
        _ request: DictionaryFetchRequest, _ fetch: StoreFetch, of home: EntityHome,
        in context: ManagedObjectContext
    ) throws {
        ids = try context.storedRecordIDs(fetch)
        self.context = context
        self.home = home
        var records = StoreFetch(entity: home.layout)
        records.includesSubentities = fetch.includesSubentities
        self.fetch = records
        // Behind the columns stands of which record they are.
        columns = StoreColumns(expressions: request.columns.map(\.expression) + [.evaluatedObject])
        keys = FetchedDictionary.Keys(request.columns.map(\.key))
        missing = FetchedDictionary(
            keys, RowSnapshot(Array(repeating: .null, count: request.columns.count)))
        size = request.fetchBatchSize
    }

    /// Whether the context remembers an error that nobody was told yet.
    var hasFailed: Bool { context.hasRememberedError }

    /// The places of the batch that one is in.
    func places(around position: Int) -> Range<Int> {
        let start = position / size * size
        return start..<start + min(size, ids.count - start)
    }

    /// The dictionaries at some places; nil if a store does not answer, which the context remembers.
    func dictionaries(at places: Range<Int>) -> [FetchedDictionary]? {
        do {
            var found: [ManagedObjectID: RowSnapshot] = [:]
            let stores = Dictionary(grouping: ids[places]) { $0.home.storeIndex }
            for (store, ids) in stores { try read(ids, from: store, into: &found) }
            return ids[places].map { id in found[id].map { FetchedDictionary(keys, $0) } ?? missing
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
        fetch.predicate = .comparison(
            FetchComparison(.evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
        for row in try context.storedValues(fetch, columns, home) {
            if case .object(let id) = row[columns.expressions.count - 1] { found[id] = row }
        }
    }
}
