extension LiveState {
    /// The events that turn this state into another one, if they are applied in order; as few
    /// records as possible are moved.
    func events(to new: LiveState) -> [LiveEvent] {
        var list = rows
        var events: [LiveEvent] = []
        let ids = Set(new.rows.map(\.id))
        for (index, row) in rows.enumerated().reversed() where !ids.contains(row.id) {
            list.remove(at: index)
            events.append(LiveEvent(.delete, row, at: index))
        }
        events += Self.placing(new.rows, in: &list)
        let old = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        for (index, row) in new.rows.enumerated() {
            guard let former = old[row.id], former != row else { continue }
            events.append(LiveEvent(.update, row, at: index))
        }
        if totalsText != new.totalsText { events.append(LiveEvent(.totals, new.totals)) }
        return events
    }

    /// Moves rows to their places, from the last to the first: each is inserted before its
    /// successor.
    private static func placing(_ rows: [Row], in list: inout [Row]) -> [LiveEvent] {
        let moved = Set(
            rows.map(\.id).difference(from: list.map(\.id)).removals.map(\.id))
        var events: [LiveEvent] = []
        var successor: Int64?
        for row in rows.reversed() {
            defer { successor = row.id }
            let former = list.firstIndex { $0.id == row.id }
            if former != nil, !moved.contains(row.id) { continue }
            if let former { list.remove(at: former) }
            let index = successor.flatMap { id in list.firstIndex { $0.id == id } } ?? list.count
            list.insert(row, at: index)
            events.append(LiveEvent(former == nil ? .insert : .move, row, at: index))
        }
        return events
    }

    private var totalsText: String { JSONValue.object(totals).text }
}

extension CollectionDifference.Change where ChangeElement == Int64 {
    fileprivate var id: Int64 {
        switch self {
        case .insert(_, let id, _), .remove(_, let id, _): id
        }
    }
}
