import Persistence

/// Fills in missing values of records from an earlier version or another program, in batches, so
/// that an interrupted opening can continue.
struct RecordFilling: Sendable {
    /// Fills in a batch, and returns whether there are more.
    let fillSome: @Sendable (ManagedObjectContext) throws -> Bool

    /// - Parameters:
    ///   - lacking: the records without the value.
    ///   - sign: an indexed condition that all of them meet: if no record does, nothing else is
    /// read. Default: nil, if the request itself is indexed.
    ///   - limit: the size of a batch. Default: 5,000.
    ///   - fill: fills in the value of a batch.
    init<Record: ManagedObject>(
        of lacking: FetchRequest<Record>, sign: FetchPredicate? = nil, atOnce limit: Int = 5_000,
        by fill: @escaping @Sendable ([Record], ManagedObjectContext) throws -> Void
    ) {
        var request = lacking
        request.fetchLimit = limit
        fillSome = { [request] context in
            if let sign, try context.fetchFirst(FetchRequest<Record>(sign)) == nil { return false }
            let records = try context.fetch(request)
            // Usually there are none, and opening has to stay fast.
            guard !records.isEmpty else { return false }
            try fill(records, context)
            return records.count == limit
        }
    }
}
