/// The dictionaries of a fetch, whose values are read a batch at a time, when they are asked for.
///
/// Which records they are of, and their order, is known from the beginning, and only one batch is kept
/// in memory: whoever goes from one to the next asks the store once for each batch. Within a closure of
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
    private var places: Range<Int>

    /// Dictionaries that are all there.
    init(_ dictionaries: [FetchedDictionary]) {
        reader = nil
        batch = dictionaries
        places = 0..<dictionaries.count
        endIndex = dictionaries.count
    }

    /// Dictionaries of which none has been read.
    init(_ reader: DictionaryBatchReader) {
        self.reader = reader
        batch = []
        places = 0..<0
        endIndex = reader.ids.count
    }

    /// The dictionary at a place. If it is of another batch than the one before, the store is asked.
    public subscript(position: Int) -> FetchedDictionary {
        precondition(0..<endIndex ~= position, "There is no dictionary at \(position)")
        if let reader, !places.contains(position) {
            let wanted = reader.places(around: position)
            // A store that has not answered is not asked for each of them.
            guard !reader.hasFailed, let read = reader.dictionaries(at: wanted) else {
                return reader.missing
            }
            batch = read
            places = wanted
        }
        return batch[position - places.lowerBound]
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
        let home = try coordinator.home(ofEntityNamed: request.entityName)
        let columns = try request.storeColumns(of: home.layout, in: coordinator.layout)
        guard request.fetchBatchSize > 0,
            try columns.areOfSingleRecords(home.layout, in: coordinator.layout)
        else { return FetchedDictionaries(try fetchDictionaries(request)) }
        try throwRememberedError()
        try checkCancellation()
        let fetch = try request.storeFetch(of: home.layout, in: coordinator.layout)
        return FetchedDictionaries(
            try DictionaryBatchReader(request, fetch, of: home, in: self))
    }
}
