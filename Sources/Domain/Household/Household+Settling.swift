import Dispatch
import Persistence
import Synchronization

extension Household {
    /// Items whose figures are saved together.
    private static let settledAtOnce = 2_000

    /// Works out the figures of items again, in the background, once another program has written the store's file:
    /// it knows nothing of them.
    func settleItemsOfOthers() {
        changes.observe { [weak self] saved in
            guard let self, saved.isPartial, !changes.isWrittenAtOnce else { return }
            // One that waits to begin sees what was written by then.
            guard
                waitsToSettle.withLock({ waits in
                    defer { waits = true }
                    return !waits
                })
            else { return }
            DispatchQueue.global(qos: .utility).async { [weak self] in
                self?.waitsToSettle.withLock { $0 = false }
                self?.unfinished.attempt { [weak self] in try self?.settleItems() }
            }
        }
    }

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
