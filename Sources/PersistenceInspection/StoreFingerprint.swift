public import ObjectModel
public import Persistence

/// The number of records of each entity in a store, with a hash of their contents. Stores with the
/// same fingerprint hold the same records, whatever their types.
///
/// The hash is that of the lines of ``StoreDump``.
public struct StoreFingerprint: Sendable, Hashable {
    /// The records of one entity, without subentities.
    public struct Records: Sendable, Hashable {
        /// The entity's name.
        public let entity: String
        /// The number of records.
        public let count: Int
        /// The SHA-256 of their lines, each with a newline, in the order of their numbers.
        public let hash: [UInt8]
    }

    /// The entities in the order of their names, without those that have no records.
    public let records: [Records]

    /// Reads all records of a store, without changing it. Dates count to the microsecond, which
    /// every type of store keeps.
    ///
    /// - Parameters:
    ///   - location: the location of the store.
    ///   - model: the model; nil, the default, for the one in the store.
    /// - Throws: `PersistenceError.cannotOpen`, errors of the store.
    public init(at location: StoreLocation, model: ManagedObjectModel? = nil) throws {
        let dump = try StoreDump(at: location, model: model, roundsDates: true)
        var records: [Records] = []
        var current: (entity: String, count: Int, hash: SHA256)?
        func finish() {
            guard let done = current else { return }
            records.append(
                Records(entity: done.entity, count: done.count, hash: done.hash.finalize()))
        }
        do {
            try dump.forEachRecord { entity, line in
                if current?.entity != entity.name {
                    finish()
                    current = (entity.name, 0, SHA256())
                }
                current?.count += 1
                current?.hash.update((line + "\n").utf8)
            }
        } catch {
            try dump.close()
            throw error
        }
        finish()
        try dump.close()
        self.records = records
    }

    /// The number of all records.
    public var count: Int { records.reduce(0) { $0 + $1.count } }

    /// The differences from another store, a sentence for each entity.
    ///
    /// - Parameter countsOnly: whether to compare only the numbers of records, because the other
    ///   store has renumbered them. Default: false.
    public func differences(
        from other: StoreFingerprint, countsOnly: Bool = false
    ) -> [String] {
        let (own, others) = (byEntity, other.byEntity)
        return Set(own.keys).union(others.keys).sorted().compactMap { entity in
            let (first, second) = (own[entity], others[entity])
            guard first?.count == second?.count else {
                return "\(entity): \(first?.count ?? 0) records, and \(second?.count ?? 0) there."
            }
            guard !countsOnly, first?.hash != second?.hash else { return nil }
            return "\(entity): the records differ."
        }
    }

    private var byEntity: [String: Records] {
        Dictionary(records.map { ($0.entity, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
