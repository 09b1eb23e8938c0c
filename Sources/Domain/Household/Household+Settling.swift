import Persistence

extension Household {
    /// Items whose figures are saved together.
    private static let settledAtOnce = 2_000

    /// Works out the figures of the items that have others than they should.
    ///
    /// - Throws: errors of the store.
    func settleItems() throws {
        var wrong = try container.read { try Item.withWrongFigures(in: $0).map(\.key) }[...]
        while !wrong.isEmpty {
            let keys = wrong.prefix(Self.settledAtOnce)
            wrong = wrong.dropFirst(Self.settledAtOnce)
            try container.write { context in
                for key in keys { try Item.find(key, in: context)?.settleFigures() }
                try save(context)
            }
        }
    }
}
