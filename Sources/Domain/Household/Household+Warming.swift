import Persistence

extension Household {
    /// Reads into memory what searches and totals need, so that the first one does not wait for it.
    ///
    /// - Throws: errors of the store.
    public func warm() async throws {
        // Somebody may be looking at a list that says that its items are being counted.
        try await container.read { [figures] context in
            _ = try figures.totals(of: ItemQuery(), in: context)
        }
        try await container.read { [itemOrder] context in _ = try itemOrder.count(in: context) }
        try await container.read { [itemIndex] context in try itemIndex.warm(in: context) }
    }

    /// Whether searches, sorted lists and places ask the store for what they could have from memory, or a page
    /// has come without totals.
    public var isCold: Bool {
        !itemIndex.isReady || !itemOrder.isReady || figures.areTotalsAwaited
    }
}
