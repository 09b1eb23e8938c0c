/// Checks that new customers with the same name and nothing else are made in the order of their numbers,
/// which distinguish them later. Those of one part are.
struct NamesakeOrder {
    private var known: Set<Int64> = []
    /// The greatest number of the parts before, by folded name.
    private var last: [String: Int64] = [:]

    /// Adds the rows of the next part.
    mutating func isKept(by rows: RowWindow) -> Bool {
        let cells = rows.map(\.customerCells).filter { $0.emailid == nil && $0.contactno == nil }
        let new = cells.compactMap { cells -> (name: String, number: Int64)? in
            guard let number = cells.number, let name = cells.name,
                known.insert(number).inserted
            else { return nil }
            return (name.foldedForMatching, number)
        }
        guard new.allSatisfy({ $0.number > last[$0.name] ?? 0 }) else { return false }
        for (name, number) in new { last[name] = max(last[name] ?? 0, number) }
        return true
    }
}
