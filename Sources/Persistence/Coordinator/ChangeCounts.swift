/// How often stores were written, by whom.
package struct ChangeCounts: Sendable, Hashable {
    /// Through their coordinator, and how often that changed its stores.
    package var own: Int
    /// By others who were heard of.
    package var others: Int

    /// As ``PersistentStoreCoordinator/changeCount`` tells it.
    package var total: Int { own + others }
}

extension PersistentStoreCoordinator {
    /// What ``changeCount`` is made of, at one moment.
    package var changeCounts: ChangeCounts {
        let table = current
        func others() -> Int { table.stores.reduce(0) { $0 + $1.otherChangeCount } }
        var former = others()
        var total = 0
        // What others write all the time counts as one's own in the end, of which nothing is known.
        for _ in 0..<8 {
            total = table.stores.reduce(table.generation) { $0 + $1.changeCount }
            let now = others()
            if now == former { break }
            former = now
        }
        return ChangeCounts(own: total - former, others: former)
    }
}
