import Persistence

/// Gives records what they lack where an earlier version or another program has made them, some at a time, so that
/// an opening that is broken off goes on where it was.
struct RecordFilling: Sendable {
    /// Gives it to some, and returns whether there are more.
    let fillSome: @Sendable (ManagedObjectContext) throws -> Bool

    /// - Parameters:
    ///   - lacking: those that lack it.
    ///   - sign: what all of these have in common and an index leads to: where no record has it, none is looked
    ///     for. Default: nil, where the request itself has an index.
    ///   - limit: how many get it at once. Default: 5,000.
    ///   - fill: gives it to some, which lack it no more then.
    init<Record: ManagedObject>(
        of lacking: FetchRequest<Record>, sign: FetchPredicate? = nil, atOnce limit: Int = 5_000,
        by fill: @escaping @Sendable ([Record], ManagedObjectContext) throws -> Void
    ) {
        var request = lacking
        request.fetchLimit = limit
        fillSome = { [request] context in
            if let sign, try context.fetchFirst(FetchRequest<Record>(sign)) == nil { return false }
            let records = try context.fetch(request)
            // Usually there are none, and then no opening is to look for anything else.
            guard !records.isEmpty else { return false }
            try fill(records, context)
            return records.count == limit
        }
    }
}
