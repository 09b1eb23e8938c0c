import Persistence

extension Household {
    /// The number of items in a save.
    private static let batchSize = 2_000

    /// Recomputes the figures of items whose stored ones are wrong.
    ///
    /// - Throws: errors of the store.
    func updateItemFigures() throws {
        var wrong = try container.read { try Item.withWrongFigures(in: $0).map(\.key) }[...]
        while !wrong.isEmpty {
            let keys = wrong.prefix(Self.batchSize)
            wrong = wrong.dropFirst(Self.batchSize)
            try container.write { context in
                for key in keys { try Item.find(key, in: context)?.updateFigures() }
                try save(context)
            }
        }
    }
}
