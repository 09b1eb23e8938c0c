public import ObjectModel
public import Persistence

/// The number of records of each entity in a store, with a hash over all that they say. Stores with the
/// same one hold the same records, of whatever kinds they are.
///
/// What is hashed are the lines of ``StoreDump``.
public struct StoreFingerprint: Sendable, Hashable {
    /// The records of one entity itself.
    public struct Records: Sendable, Hashable {
        /// The entity's name.
        public let entity: String
        /// How many there are.
        public let count: Int
        /// The SHA-256 of their lines, each with an end of line, in the order of their numbers.
        public let hash: [UInt8]
    }

    /// By entity, in the order of their names; those without records are left out.
    public let records: [Records]

    /// Looks through all records of a store. It is not changed. Dates count to the microsecond, which every
    /// kind of store keeps.
    ///
    /// - Parameters:
    ///   - location: where the store is.
    ///   - model: the model; nil, the default, for the one that the store holds.
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

    /// In what another store differs, a sentence for each entity.
    ///
    /// - Parameter countsOnly: whether only the numbers of records are compared, because the other store
    ///   has given its records numbers of its own. Default: false.
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
