extension Sequence where Element: Hashable {
    /// The elements without duplicates, in their order.
    var uniqued: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}
